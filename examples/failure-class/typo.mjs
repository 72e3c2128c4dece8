// A module whose name is misspelt.
import { loadBudget } from './bugdet.mjs';
loadBudget({});

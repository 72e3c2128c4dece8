// A document without the key that the program was promised: broken here, and broken on any other machine.
const loadBudget = (document) => document.budget.remaining;
loadBudget({});

// One error, told with the number of the process.
import process from 'node:process';
throw new TypeError(`process ${process.pid} has no budget`);

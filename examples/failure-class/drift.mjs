// One error, told with a word that is another one each time.
import process from 'node:process';
const word = String(process.hrtime.bigint()).replace(/\d/g, (digit) => 'abcdefghij'[digit]);
throw new TypeError(`session ${word} has no budget`);

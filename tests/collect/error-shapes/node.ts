/** What Node, Deno, their test runners and the TypeScript compiler print when they fail. */
import type { Printed } from './printed.ts';

const uncaught = (error: string) =>
  `/srv/till/case.mjs:3\n  throw settle();\n  ^\n\n${error}\n\nNode.js v20.20.2\n`;
const frames = '    at settle (file:///srv/till/case.mjs:3:9)\n    at node:internal/main:1:1';
const refused = `connect ECONNREFUSED 127.0.0.1:8471`;

export const node: readonly Printed[] = [
  {
    title: 'a TypeError',
    stderr: uncaught(`TypeError: till is not a function\n${frames}`),
    word: 'TypeError',
  },
  {
    title: 'a TypeError with a code of Node',
    stderr: uncaught(
      `TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must be a string\n${frames} {\n  code: 'ERR_INVALID_ARG_TYPE'\n}`,
    ),
    word: 'TypeError',
  },
  {
    title: 'a module of a package is missing',
    stderr: `node:internal/modules/esm/resolve:873\n  throw new ERR_MODULE_NOT_FOUND(packageName, null);\n        ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'tills' imported from /srv/case.mjs\n${frames} {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v20.20.2\n`,
    word: 'ERR_MODULE_NOT_FOUND',
  },
  {
    title: 'a required file is missing',
    stderr: `node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module './tills'\nRequire stack:\n- /srv/case.cjs\n${frames} {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/srv/case.cjs' ]\n}\n\nNode.js v20.20.2\n`,
    word: 'MODULE_NOT_FOUND',
  },
  {
    title: 'a refused connection',
    stderr: `node:events:502\n      throw er; // Unhandled 'error' event\n      ^\n\nError: ${refused}\n${frames}\nEmitted 'error' event on Socket instance at:\n${frames} {\n  errno: -111,\n  code: 'ECONNREFUSED',\n  syscall: 'connect'\n}\n\nNode.js v20.20.2\n`,
    word: 'ECONNREFUSED',
  },
  {
    title: 'a refused connection on both addresses of a name',
    stderr: uncaught(
      `AggregateError [ECONNREFUSED]: \n${frames} {\n  code: 'ECONNREFUSED',\n  [errors]: [\n    Error: connect ECONNREFUSED ::1:8471\n        at x {\n      code: 'ECONNREFUSED'\n    }\n  ]\n}`,
    ),
    word: 'ECONNREFUSED',
  },
  {
    title: 'a fetch that failed because of a refused connection',
    stderr: uncaught(
      `TypeError: fetch failed\n${frames} {\n  [cause]: Error: ${refused}\n      at x {\n    errno: -111,\n    code: 'ECONNREFUSED'\n  }\n}`,
    ),
    word: 'ECONNREFUSED',
  },
  {
    title: 'a cause that says less than what it caused',
    stderr: uncaught(`RangeError: too many\n${frames} {\n  [cause]: Error: odd\n      at x\n}`),
    word: 'RangeError',
  },
  {
    title: 'a missing file without a stack',
    stderr: uncaught(
      "[Error: ENOENT: no such file or directory, open 'till.json'] {\n  errno: -2,\n  code: 'ENOENT',\n  syscall: 'open'\n}",
    ),
    word: 'ENOENT',
  },
  {
    title: 'a file that is no JavaScript',
    stderr: `file:///srv/till/case.mjs:1\nconst = 1\n      ^\n\nSyntaxError: Unexpected token '='\n${frames}\n\nNode.js v20.20.2\n`,
    word: 'SyntaxError',
  },
  {
    title: 'a handled error that was logged before another ended the program',
    stderr: `Error: ${refused}\n${frames} {\n  code: 'ECONNREFUSED'\n}\n${uncaught(`RangeError: x\n${frames}`)}`,
    word: 'RangeError',
  },
  {
    title: 'a rejection with something that is no error',
    stderr: uncaught(
      '[UnhandledPromiseRejection: This error originated in an async function. The promise rejected with the reason "x".] {\n  code: \'ERR_UNHANDLED_REJECTION\'\n}',
    ),
    word: 'UnhandledPromiseRejection',
  },
  {
    title: 'an error that was logged before the program ended itself',
    stderr: `Error: ENOENT: no such file or directory, open 'x'\n${frames} {\n  errno: -2,\n  code: 'ENOENT'\n}\n`,
    word: 'ENOENT',
  },
  {
    title: 'a remark of the runner before an assertion',
    stderr: 'Error: Process completed with exit code 1.\nAssertionError: expected 2 to equal 3 (cart.test)\n',
    word: 'AssertionError',
  },
  {
    title: 'the same remark before a refused connection',
    stderr: 'Error: Process completed with exit code 1.\nconnect ECONNREFUSED 10.0.0.4:5432\n',
    word: 'ECONNREFUSED',
  },
  {
    title: 'nothing but the remark',
    stderr: 'Error: Process completed with exit code 1.\n',
    word: 'Error',
  },
  {
    title: 'the spec reporter of node:test, with a cause in colour',
    stdout: `✖ failing tests:\n\n✖ asks (26.5ms)\n  \u001b[31mTypeError [Error]: fetch failed\u001b[0m\n      at x (node:internal:1:1) {\n    [cause]: Error: ${refused}\n        at y {\n      code: 'ECONNREFUSED'\n    }\n  }\n`,
    word: 'ECONNREFUSED',
  },
  {
    title: 'two tests that fail for different reasons, one of them without a word of its own',
    stdout: `✖ a (1ms)\n  Error: ${refused}\n      at x {\n    code: 'ECONNREFUSED'\n  }\n\n✖ b (1ms)\n  Error: the till is shut\n      at y\n`,
    word: 'ECONNREFUSED, Error',
  },
  {
    title: 'TAP, where a failed part makes the whole fail',
    stdout:
      "    not ok 1 - sums\n      ---\n      duration_ms: 1.5\n      failureType: 'testCodeFailure'\n      error: '1 == 2'\n      code: 'ERR_ASSERTION'\n      name: 'AssertionError'\n      ...\nnot ok 1 - till\n  ---\n  failureType: 'subtestsFailed'\n  error: '1 subtest failed'\n  code: 'ERR_TEST_FAILURE'\n  ...\n",
    word: 'AssertionError',
  },
  {
    title: 'TAP of an error that says nothing',
    stdout:
      "not ok 1 - sums\n  ---\n  failureType: 'testCodeFailure'\n  error: 'shut'\n  code: 'ERR_TEST_FAILURE'\n  ...\n",
    word: 'Error',
  },
  {
    title: 'a runner that marks its lines',
    stdout:
      '  ● till › sums\n\n    ReferenceError: till is not defined\n\n      at Object.<anonymous> (till.test.js:3:5)\n',
    word: 'ReferenceError',
  },
  {
    title: 'Deno',
    stderr:
      '\u001b[0m\u001b[1m\u001b[31merror\u001b[0m: Uncaught (in promise) NotFound: No such file or directory (os error 2), open \'till.json\'\nawait Deno.readTextFile("till.json")\n^\n    at async file:///srv/case.ts:1:1\n',
    word: 'NotFound',
  },
  {
    title: 'Deno without a module',
    stderr: 'error: Module not found "file:///srv/tills.ts".\n    at file:///srv/case.ts:1:8\n',
    word: 'Module not found',
  },
  {
    title: 'the TypeScript compiler, whose first complaint counts',
    stdout:
      "src/till.ts(3,5): error TS2304: Cannot find name 'tills'.\nsrc/till.ts(9,1): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    word: 'TS2304',
  },
];

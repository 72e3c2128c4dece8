/** What Go, Java and Rust programs, their compilers and their test runners print when they fail. */
import type { Printed } from './printed.ts';

const goPanic = (message: string) =>
  `panic: ${message}\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/till/main.go:9 +0x1d\nexit status 2\n`;
const rustPanic = (message: string) =>
  `\nthread 'main' (4711) panicked at src/main.rs:9:20:\n${message}\nnote: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace\n`;

export const go: readonly Printed[] = [
  {
    title: 'a nil pointer',
    stderr: goPanic(
      'runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0]',
    ),
    word: 'nil pointer dereference',
  },
  {
    title: 'an index out of range',
    stderr: goPanic('runtime error: index out of range [5] with length 3'),
    word: 'index out of range',
  },
  {
    title: 'an interface that is something else',
    stderr: goPanic('interface conversion: interface {} is string, not int'),
    word: 'interface conversion',
  },
  { title: 'a panic in words of its own', stderr: goPanic('the till is shut'), word: 'panic' },
  {
    title: 'a panic over a refused connection',
    stderr: goPanic('dial tcp 127.0.0.1:8471: connect: connection refused'),
    word: 'connection refused',
  },
  {
    title: 'a logged error that ended the program',
    stderr: '2026/12/07 10:06:35 open till.json: no such file or directory\nexit status 1\n',
    word: 'no such file or directory',
  },
  {
    title: 'all goroutines asleep',
    stderr: 'fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\n',
    word: 'all goroutines are asleep',
  },
  {
    title: 'the compiler, whose first complaint counts',
    stderr: '# till\n./main.go:3:7: undefined: tills\n./main.go:4:2: declared and not used: x\n',
    word: 'undefined',
  },
  {
    title: 'the compiler before it learnt to put the name last',
    stderr: '# till\n./main.go:4:2: x declared but not used\n',
    word: 'declared and not used',
  },
  {
    title: 'a module that nobody requires',
    stderr:
      'main.go:2:8: no required module provides package example.test/tills; to add it:\n\tgo get example.test/tills\n',
    word: 'no such package',
  },
  {
    title: 'a failed test',
    stdout:
      '--- FAIL: TestSum (0.00s)\n    till_test.go:8: got 1, want 2\nFAIL\nexit status 1\nFAIL\ttill\t0.002s\n',
    word: 'test failed',
  },
  {
    title: 'a test that failed over a refused connection',
    stdout:
      '--- FAIL: TestAsk (0.00s)\n    till_test.go:8: dial tcp 127.0.0.1:8471: connect: connection refused\nFAIL\n',
    word: 'connection refused',
  },
  {
    title: 'one test that failed over a file and one over a sum',
    stdout:
      '--- FAIL: TestAsk (0.00s)\n    till_test.go:8: open x: no such file or directory\n--- FAIL: TestSum (0.00s)\n    till_test.go:9: got 1\n',
    word: 'no such file or directory, test failed',
  },
];

const frames = '\tat till.Till.settle(Till.java:9)\n\tat till.Till.main(Till.java:3)\n';
export const java: readonly Printed[] = [
  {
    title: 'a null pointer',
    stderr: `Exception in thread "main" java.lang.NullPointerException: Cannot invoke "till.Sum.of()" because "sum" is null\n${frames}`,
    word: 'java.lang.NullPointerException',
  },
  {
    title: 'an exception without a message',
    stderr: `Exception in thread "worker-1" java.lang.AssertionError\n${frames}`,
    word: 'java.lang.AssertionError',
  },
  {
    title: 'the last of several causes',
    stderr: `Exception in thread "main" java.lang.RuntimeException: shut\n${frames}Caused by: till.Closed: at night\n\t... 2 more\nCaused by: java.net.ConnectException: Connection refused\n${frames}\t... 3 more\n`,
    word: 'java.net.ConnectException',
  },
  {
    title: 'a class that is not there',
    stderr:
      'Error: Could not find or load main class till.Tills\nCaused by: java.lang.ClassNotFoundException: till.Tills\n',
    word: 'java.lang.ClassNotFoundException',
  },
  {
    title: 'the compiler',
    stderr:
      'Till.java:3: error: cannot find symbol\n        tills();\n        ^\n  symbol:   method tills()\n  location: class Till\n1 error\n',
    word: 'cannot find symbol',
  },
  {
    title: 'the compiler on a missing semicolon',
    stderr: "Till.java:3: error: ';' expected\n        int i = 1\n                 ^\n1 error\n",
    word: 'syntax error',
  },
  {
    title: 'a report of tests on standard output',
    stdout: `[ERROR] till.TillTest.sums -- Time elapsed: 0.01 s <<< FAILURE!\norg.opentest4j.AssertionFailedError: expected: <1> but was: <2>\n${frames}`,
    word: 'org.opentest4j.AssertionFailedError',
  },
];

export const rust: readonly Printed[] = [
  {
    title: 'an index out of bounds',
    stderr: rustPanic('index out of bounds: the len is 3 but the index is 5'),
    word: 'index out of bounds',
  },
  {
    title: 'an index out of bounds, as it was written once',
    stderr:
      "thread 'main' panicked at 'index out of bounds: the len is 3 but the index is 5', src/main.rs:3:5\n",
    word: 'index out of bounds',
  },
  {
    title: 'nothing where something was expected',
    stderr: rustPanic('called `Option::unwrap()` on a `None` value'),
    word: 'unwrap on None',
  },
  {
    title: 'an error where something was expected',
    stderr: rustPanic(
      'called `Result::unwrap()` on an `Err` value: Os { code: 111, kind: ConnectionRefused, message: "Connection refused" }',
    ),
    word: 'ConnectionRefused',
  },
  {
    title: 'an assertion',
    stderr: rustPanic('assertion `left == right` failed: the sum\n  left: 1\n right: 2'),
    word: 'assertion failed',
  },
  { title: 'a panic in words of its own', stderr: rustPanic('the till is shut'), word: 'panic' },
  {
    title: 'an error that main gave back',
    stderr: 'Error: Os { code: 2, kind: NotFound, message: "No such file or directory" }\n',
    word: 'NotFound',
  },
  {
    title: 'an overflowed stack, with the number of its thread',
    stderr:
      "\nthread 'main' (40213) has overflowed its stack\nfatal runtime error: stack overflow, aborting\n",
    word: 'stack overflow',
  },
  {
    title: 'two tests that panic for different reasons',
    stdout:
      "---- tests::a stdout ----\n\nthread 'tests::a' panicked at src/lib.rs:9:9:\nassertion failed: sum == 1\n\n---- tests::b stdout ----\n\nthread 'tests::b' panicked at src/lib.rs:14:9:\ncalled `Option::unwrap()` on a `None` value\n",
    word: 'assertion failed, unwrap on None',
  },
  {
    title: 'the compiler, whose first complaint counts',
    stderr:
      'error[E0425]: cannot find value `tills` in this scope\n --> src/main.rs:1:12\n  |\nerror[E0308]: mismatched types\n --> src/main.rs:2:5\nerror: aborting due to 2 previous errors\n',
    word: 'E0425',
  },
  {
    title: 'the compiler on a brace that is not closed',
    stderr: 'error: this file contains an unclosed delimiter\n --> src/main.rs:1:13\n  |\n',
    word: 'syntax error',
  },
];

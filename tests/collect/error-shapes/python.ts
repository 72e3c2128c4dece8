/** What Python programs and their test runners print when they fail. */
import type { Printed } from './printed.ts';

const trace = (last: string) => `Traceback (most recent call last):
  File "/srv/till/case.py", line 7, in <module>
    settle({})
    ~~~~~~^^^^
${last}
`;
const because = '\nThe above exception was the direct cause of the following exception:\n\n';
const while_ = '\nDuring handling of the above exception, another exception occurred:\n\n';

export const python: readonly Printed[] = [
  { title: 'a key is missing', stderr: trace("KeyError: 'remaining'"), word: 'KeyError' },
  { title: 'an exception without a message', stderr: trace('AssertionError'), word: 'AssertionError' },
  {
    title: 'an exception of a module',
    stderr: trace('till.errors.Closed: at night'),
    word: 'till.errors.Closed',
  },
  {
    title: 'an exception that is only called as one of the built-in ones',
    stderr: trace('till.KeyError: x'),
    word: 'till.KeyError',
  },
  {
    title: 'the message has lines that look like something else',
    stderr: trace('KeyError: first\nTypeError: second\n  KeyError'),
    word: 'KeyError',
  },
  {
    title: 'a file that is no Python',
    stderr:
      '  File "/srv/till/case.py", line 1\n    def settle(\n              ^\nSyntaxError: \'(\' was never closed\n',
    word: 'SyntaxError',
  },
  {
    title: 'a refused connection inside a TypeError that was raised from it',
    stderr:
      trace('ConnectionRefusedError: [Errno 111] Connection refused') + because + trace('TypeError: no till'),
    word: 'ConnectionRefusedError',
  },
  {
    title: 'another error while one was handled',
    stderr:
      trace("KeyError: 'a'") + while_ + trace("FileNotFoundError: [Errno 2] No such file or directory: 'b'"),
    word: 'FileNotFoundError, KeyError',
  },
  {
    title: 'the same error while one was handled',
    stderr: trace("KeyError: 'a'") + while_ + trace("KeyError: 'b'"),
    word: 'KeyError',
  },
  {
    title: 'a cause, then another error while that was handled',
    stderr: trace("KeyError: 'a'") + because + trace('TypeError: x') + while_ + trace('NameError: y'),
    word: 'KeyError, NameError',
  },
  {
    title: 'what the interpreter ignores at its end',
    stderr: `${trace("KeyError: 'a'")}Exception ignored in: <function Till.__del__ at 0x7f1c>\n${trace('TypeError: late')}`,
    word: 'KeyError',
  },
  {
    title: 'an exception in a thread',
    stderr: `Exception in thread Thread-1 (settle):\n${trace("KeyError: 'a'")}`,
    word: 'KeyError',
  },
  {
    title: 'a group of exceptions',
    stderr:
      '  + Exception Group Traceback (most recent call last):\n  |   File "case.py", line 1, in <module>\n  | ExceptionGroup: two (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | KeyError: \'a\'\n    +---------------- 2 ----------------\n    | OSError: b\n    +------------------------------------\n',
    word: 'KeyError, OSError',
  },
  {
    title: 'unittest with two tests that fail for different reasons',
    stderr: `FE\n======\nERROR: test_b\n------\n${trace("KeyError: 'x'")}\n======\nFAIL: test_a\n------\n${trace('AssertionError: 1 != 2')}\nFAILED (failures=1, errors=1)\n`,
    word: 'AssertionError, KeyError',
  },
  {
    title: 'pytest, which prints to standard output',
    stdout:
      'test_till.py F   [100%]\n\n>   def test_sum(): assert 1 == 2\nE   assert 1 == 2\n\ntest_till.py:2: AssertionError\n=== short test summary info ===\nFAILED test_till.py::test_sum - assert 1 == 2\n',
    word: 'AssertionError',
  },
  {
    title: 'pytest that cannot read a test file',
    stdout:
      "___ ERROR collecting test_till.py ___\nImportError while importing test module '/srv/test_till.py'.\nTraceback:\ntest_till.py:1: in <module>\n    import tills\nE   ModuleNotFoundError: No module named 'tills'\n",
    word: 'ModuleNotFoundError',
  },
];

/** A patch and nothing else: what `git apply` would pass over is a fault here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchFault } from '../../src/collect/patch/read-patch.ts';

const fault = (text: string) => patchFault(new TextEncoder().encode(text));
const HEAD = 'diff --git a/a b/a\nindex 5626abf..f719efd 100644\n--- a/a\n+++ b/a\n';

test('a patch of every kind of file is one', () => {
  const table: readonly string[] = [
    `${HEAD}@@ -1 +1 @@\n-one\n+two\n`,
    `${HEAD}@@ -1 +1 @@\n-one\n\\ No newline at end of file\n+two\n\\ No newline at end of file\n`,
    `${HEAD}@@ -1,3 +1,4 @@ void f()\n one\n\n+two\n three\n@@ -12,0 +14 @@\n+  g();\n@@ -20,2 +21,0 @@\n-u\n-v\n`,
    // Lines of the content may look like headers.
    `${HEAD}@@ -1,2 +1,2 @@\n--- b\n-diff --git a/x b/x\n+++ a\n+@@ -1 +1 @@\n`,
    'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n',
    'diff --git a/old b/new\nsimilarity index 100%\nrename from old\nrename to new\n',
    'diff --git a/empty b/empty\nnew file mode 100644\nindex 0000000..e69de29\n',
    'diff --git a/img b/img\nindex 1..2 100644\nGIT binary patch\ndelta 5\nMcmZ?wbhEHbRA5kG00000\n\ndelta 5\nMcmZ?wbhEHbRA5kG00000\n\n',
    '--- a/a.cc\t2026-01-02 03:04:05\n+++ b/a.cc\t2026-01-02 03:04:09\n@@ -1 +1 @@\n-int a;\n+int b;\n',
    `${HEAD}@@ -1 +1 @@\n-one\n+two\n`.repeat(2),
  ];
  for (const text of table) assert.equal(fault(text), undefined, text);
});

test('whatever else stands in the file is told by its line, and not quoted', () => {
  const hunk = `${HEAD}@@ -1 +1 @@\n-one\n+two\n`;
  const table: readonly (readonly [text: string, fault: string])[] = [
    ['', 'the file is empty'],
    [`Sure, here is what I changed:\n\n${hunk}`, 'line 1 is no part of a patch'],
    [`\`\`\`diff\n${hunk}\`\`\`\n`, 'line 1 is no part of a patch'],
    [`${hunk}\nThis should fix it.\n`, 'line 8 is no part of a patch'],
    [`${hunk}+z\n`, 'line 8 is no part of a patch'],
    [`${HEAD}@@ -1,2 +1,500 @@\n x\n+1\n+2\n`, 'line 5 tells of more lines than there are'],
    [`${HEAD}@@ -1 +1 @@\n x\n y\n`, 'line 7 is no part of a patch'],
    [`${HEAD}@@ -1 +1,2 @@\n-x\n-y\n+z\n`, 'the lines below line 5 are not as many as it tells'],
    [`${HEAD}@@ -1 +1 @@\n*x\n`, 'line 6 is no part of a patch'],
    [`${HEAD}@@ -1,9999999999 +1 @@\n`, 'line 5 counts more lines than can be'],
    [`${HEAD}`, 'it ends in the middle of a file'],
    ['--- a/a\n', 'it ends in the middle of a file'],
    ['diff --cc plain.txt\nindex 1,2..0\n', 'line 1 is a combined diff, of a merge with conflicts'],
    ['diff --git a/a b/a\r\n', 'line 1 ends with a carriage return: the patch was converted on its way'],
    [
      'diff --git a/i b/i\nindex 1..2 100644\nBinary files a/i and b/i differ\n',
      'line 3 leaves out the bytes of a binary file',
    ],
    ['diff --git a/i b/i\nGIT binary patch\nliteral 5\nMcm Z\n\n', 'line 4 is no part of a patch'],
    ['{"patch": "none"}\n', 'line 1 is no part of a patch'],
  ];
  for (const [text, told] of table) assert.equal(fault(text), told, text);
});

/** What the reference of evidence says about collecting is what the command line takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helpTexts } from '../../src/cli/program.ts';
import { SECTIONS } from '../../src/engine/mod.ts';

const help = helpTexts().find(({ name }) => name === 'holdpoint collect')?.help ?? '';

for (const { name, collectedBy } of SECTIONS) {
  test(`collect has the flag that ${name} is said to be collected by`, () => {
    const flag = /^--[a-z-]+/.exec(collectedBy)?.[0];
    assert.ok(flag !== undefined, collectedBy);
    assert.match(help, new RegExp(`^ +${flag} `, 'm'));
    if (flag === '--set') assert.equal(collectedBy, `--set ${name}=FILE`);
  });
}

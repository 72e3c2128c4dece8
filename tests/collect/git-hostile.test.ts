/** Repositories that try to hide a change, or to run something while it is looked at. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { collectChange } from '../../src/collect/change.ts';
import { CollectError } from '../../src/collect/collector.ts';
import { collectEnvironment } from '../../src/collect/environment.ts';
import { collectLocks } from '../../src/collect/locks.ts';
import { collectSubject } from '../../src/collect/subject.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, type TestRepository, temporaryFolder, write } from './temporary.ts';

const host = nodeHost();
const range = 'HEAD~1..HEAD';

function edited(): TestRepository {
  const repo = repository();
  write(repo.folder, { 'secret.txt': 'one\n', 'code.foo': 'one\n', 'yarn.lock': 'a\n' });
  repo.commit('base');
  write(repo.folder, { 'secret.txt': 'one\ntwo\n', 'code.foo': 'one\ntwo\n', 'yarn.lock': 'b\n' });
  repo.commit('head');
  return repo;
}

async function collectAll(repo: TestRepository): Promise<unknown> {
  const options = { folder: repo.folder, range };
  const { files, patch_sha256 } = await collectChange({ host }, options);
  const locks = await collectLocks({ host }, options);
  await collectSubject({ host }, repo.folder);
  await collectEnvironment({ host }, { folder: repo.folder });
  return { files, patch_sha256, locks };
}

test('nothing that a repository configures runs while it is looked at', async () => {
  const repo = edited();
  const plain = await collectAll(repo);
  const pwned = join(temporaryFolder(), 'pwned');
  const script = join(temporaryFolder(), 'run.sh');
  fs.writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${pwned}\n`, { mode: 0o755 });
  const hooks = join(repo.folder, '.git/hooks');
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'fsmonitor-watchman'])
    fs.copyFileSync(script, join(hooks, hook));
  const settings = {
    'core.fsmonitor': script,
    'core.hooksPath': hooks,
    'core.pager': script,
    'core.sshCommand': script,
    'core.gitProxy': script,
    'core.editor': script,
    'core.askPass': script,
    'core.alternateRefsCommand': script,
    'diff.external': script,
    'diff.foo.command': script,
    'diff.foo.textconv': script,
    'diff.foo.binary': 'true',
    'filter.foo.clean': script,
    'filter.foo.smudge': script,
    'filter.foo.process': script,
    'pager.diff-tree': script,
    'pager.config': script,
    'pager.rev-parse': 'true',
    'alias.diff-tree': `!${script}`,
    'alias.rev-parse': `!${script}`,
    'credential.helper': `!${script}`,
    'interactive.diffFilter': script,
    'gpg.program': script,
    'log.showSignature': 'true',
    'uploadpack.packObjectsHook': script,
    'color.ui': 'always',
    'diff.noprefix': 'true',
    'diff.mnemonicPrefix': 'true',
    'diff.context': '0',
    'diff.algorithm': 'histogram',
    'diff.orderFile': script,
    'diff.renames': 'copies',
    'core.quotePath': 'true',
    'core.attributesFile': join(repo.folder, 'attributes'),
    'diff.relative': 'true',
    'core.whitespace': 'cr-at-eol',
    'diff.wsErrorHighlight': 'all',
    'diff.submodule': 'log',
    'core.bigFileThreshold': '1',
  };
  for (const [name, value] of Object.entries(settings)) repo.git('config', name, value);
  for (const place of ['attributes', '.gitattributes', '.git/info/attributes'])
    write(repo.folder, { [place]: '* diff=foo filter=foo -text\nsecret.txt -diff\n' });
  // The settings are live: a git that obeys them runs the script.
  spawnSync('git', ['diff', 'HEAD~1', 'HEAD', '--', 'code.foo'], { cwd: repo.folder, stdio: 'ignore' });
  assert.equal(fs.existsSync(pwned), true);
  fs.rmSync(pwned);
  assert.deepEqual(await collectAll(repo), plain);
  assert.equal(fs.existsSync(pwned) ? fs.readFileSync(pwned, 'utf8') : '', '');
});

test('attributes in the tree, in the repository or in settings hide no line', async () => {
  const repo = repository();
  write(repo.folder, {
    '.gitattributes': 'secret.txt -diff\n*.lock linguist-generated binary\n',
    'secret.txt': 'one\n',
    'a.lock': '1\n',
  });
  repo.commit('base');
  write(repo.folder, { 'secret.txt': 'one\ntwo\n', 'a.lock': '2\n' });
  repo.commit('head');
  const { files } = await collectChange({ host }, { folder: repo.folder, range });
  assert.deepEqual(
    files.map(({ path, added, removed, binary }) => [path, added, removed, binary]),
    [
      ['a.lock', 1, 1, false],
      ['secret.txt', 1, 0, false],
    ],
  );
});

test('stand-in objects and grafts do not change what is compared', async () => {
  const repo = edited();
  const plain = await collectAll(repo);
  const [head, base] = [repo.git('rev-parse', 'HEAD').trim(), repo.git('rev-parse', 'HEAD~1').trim()];
  const blob = (revision: string) => repo.git('rev-parse', `${revision}:secret.txt`).trim();
  repo.git('replace', '-f', blob(head), blob(base));
  write(repo.folder, { '.git/info/grafts': `${base}\n` });
  assert.deepEqual(await collectAll(repo), plain);
});

test('hidden work-tree states do not matter, because commits are compared', async () => {
  const repo = edited();
  const plain = await collectAll(repo);
  repo.git('update-index', '--skip-worktree', 'secret.txt');
  write(repo.folder, { 'secret.txt': 'three\n' });
  fs.rmSync(join(repo.folder, '.git/index'));
  assert.deepEqual(await collectAll(repo), plain);
});

test('missing objects are not fetched: a partial clone is refused and its remote is not asked', async () => {
  const repo = edited();
  const pwned = join(temporaryFolder(), 'pwned');
  const missing = repo.git('rev-parse', 'HEAD:secret.txt').trim();
  fs.rmSync(join(repo.folder, '.git/objects', missing.slice(0, 2), missing.slice(2)));
  repo.git('config', 'core.repositoryFormatVersion', '1');
  repo.git('config', 'extensions.partialClone', 'origin');
  repo.git('config', 'remote.origin.promisor', 'true');
  repo.git('config', 'remote.origin.url', `ext::sh -c "touch% ${pwned}"`);
  repo.git('config', 'protocol.ext.allow', 'always');
  const missingObject = (error: unknown) =>
    error instanceof CollectError &&
    error.blame === 'input' &&
    /lacks (an )?objects? that/.test(error.message);
  await assert.rejects(collectChange({ host }, { folder: repo.folder, range }), missingObject);
  await assert.rejects(
    collectLocks({ host }, { folder: repo.folder, range, globs: ['secret.txt'] }),
    missingObject,
  );
  // A revision that is missing is looked up in the repository itself.
  await assert.rejects(
    collectChange({ host }, { folder: repo.folder, range: `${'e'.repeat(40)}..HEAD` }),
    CollectError,
  );
  await assert.rejects(
    collectChange({ host }, { folder: repo.folder, range: `${missing}..HEAD` }),
    CollectError,
  );
  assert.equal(fs.existsSync(pwned), false);
});

test('a repository of another user is refused with what to do, unless the user trusts it', {
  skip: process.getuid?.() !== 0 && 'needs to be root to give a folder away',
}, async () => {
  const repo = edited();
  execFileSync('chown', ['-R', '12345', repo.folder]);
  const home = temporaryFolder();
  const env = {
    names: () => ['PATH', 'HOME'],
    get: (name: string) => (name === 'HOME' ? home : host.env.get(name)),
  };
  const context = { host: { ...host, env } };
  const options = { folder: repo.folder, range };
  await assert.rejects(collectChange(context, options), (error) => {
    assert.ok(error instanceof CollectError);
    assert.match(`${error.message} (${error.help})`, /belongs to another user.*safe\.directory/);
    return true;
  });
  write(home, { '.gitconfig': `[safe]\n\tdirectory = ${repo.folder}\n` });
  assert.equal((await collectChange(context, options)).files.length, 3);
});

test("the caller's GIT_ variables for another repository are not obeyed", async () => {
  const [repo, other] = [edited(), repository()];
  other.commit('other');
  const extra: Record<string, string> = {
    GIT_DIR: join(other.folder, '.git'),
    GIT_EXTERNAL_DIFF: 'false',
    GIT_DIFF_OPTS: '-u0',
    GIT_INDEX_FILE: '/nowhere',
  };
  const env = {
    names: () => [...host.env.names(), ...Object.keys(extra)],
    get: (name: string) => extra[name] ?? host.env.get(name),
  };
  const change = await collectChange({ host: { ...host, env } }, { folder: repo.folder, range });
  assert.equal(change.files.length, 3);
});

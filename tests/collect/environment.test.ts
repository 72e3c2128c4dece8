/** Section `environment`: names, never values; and the address that git would sign with. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { CollectError } from '../../src/collect/collector.ts';
import { collectEnvironment } from '../../src/collect/environment.ts';
import { fakeHost } from '../../src/host/fake.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, temporaryFolder, write } from './temporary.ts';

test('collectEnvironment gives the names as they are, sorted, and no value', async () => {
  const env = {
    npm_config__authtoken: 'v-1',
    aws_secret_access_key: 'v-2',
    KEYBOARD_LAYOUT: 'v-3',
    PATH: '/bin',
    A: '',
  };
  const section = await collectEnvironment({ host: fakeHost({ env }) });
  assert.deepEqual(section, {
    variables: ['A', 'KEYBOARD_LAYOUT', 'PATH', 'aws_secret_access_key', 'npm_config__authtoken'],
    ssh_agent: false,
    netrc: false,
  });
  assert.equal(/v-\d/.test(JSON.stringify(section)), false);
});

test('collectEnvironment sees an SSH agent and a netrc', async () => {
  const files = { '/home/user/.netrc': 'machine x' };
  const { ssh_agent, netrc } = await collectEnvironment({
    host: fakeHost({ env: { SSH_AUTH_SOCK: '/s' }, files }),
  });
  assert.deepEqual([ssh_agent, netrc], [true, true]);
  const { netrc: named } = await collectEnvironment({ host: fakeHost({ env: { NETRC: '/x' } }) });
  assert.equal(named, true);
});

/** The real machine with a home and an environment of the test's own. */
function machine(home: string, extra: Record<string, string> = {}) {
  const own: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    ...extra,
  };
  const env = { names: () => Object.keys(own), get: (name: string) => own[name] };
  return { ...nodeHost(), env, homeDirectory: home };
}

test("collectEnvironment gives the address that git would use here: the folder's, else the user's, else none", async () => {
  const [home, repo] = [temporaryFolder(), repository()];
  const emailIn = async (folder: string) =>
    (await collectEnvironment({ host: machine(home) }, { folder })).git_email;
  assert.equal(await emailIn(repo.folder), undefined);
  write(home, { '.gitconfig': '[user]\n\temail = user@home.example\n' });
  assert.equal(await emailIn(repo.folder), 'user@home.example');
  assert.equal(await emailIn(home), 'user@home.example');
  repo.git('config', 'user.email', 'job@work.example');
  assert.equal(await emailIn(repo.folder), 'job@work.example');
});

test("collectEnvironment gives the address that git's own variables settle on, in git's order", async () => {
  const [home, repo] = [temporaryFolder(), repository()];
  const email = async (env: Record<string, string>) =>
    (await collectEnvironment({ host: machine(home, env) }, { folder: repo.folder })).git_email;
  const [author, committer] = ['GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_EMAIL'];
  assert.equal(await email({ EMAIL: 'last@example.test' }), 'last@example.test');
  assert.equal(await email({ [author]: 'a@example.test' }), undefined);
  repo.git('config', 'user.email', 'user@example.test');
  assert.equal(await email({ EMAIL: 'last@example.test' }), 'user@example.test');
  assert.equal(await email({ [author]: 'a@example.test', [committer]: 'a@example.test' }), 'a@example.test');
  assert.equal(await email({ [committer]: 'me@work.example' }), 'user@example.test, me@work.example');
  repo.git('config', 'author.email', 'robot@work.example');
  assert.equal(await email({}), 'robot@work.example, user@example.test');
  assert.equal(
    await email({ GIT_CONFIG_PARAMETERS: "'author.email'='user@example.test'" }),
    'user@example.test',
  );
  assert.equal(await email({ [author]: '' }), undefined);
});

test('collectEnvironment follows what a repository includes, and runs nothing that it names', async () => {
  const [home, repo] = [temporaryFolder(), repository()];
  const marker = join(home, 'ran');
  const script = join(home, 'script');
  write(home, {
    script: `#!/bin/sh\ntouch '${marker}'\necho x\n`,
    included: '[user]\n\temail = in@work.example\n',
  });
  fs.chmodSync(script, 0o755);
  for (const name of ['core.fsmonitor', 'core.pager', 'core.editor', 'core.sshCommand', 'credential.helper'])
    repo.git('config', name, script);
  repo.git('config', 'alias.var', `!${script}`);
  repo.git('config', 'core.hooksPath', home);
  repo.git('config', 'include.path', join(home, 'included'));
  const { git_email } = await collectEnvironment({ host: machine(home) }, { folder: repo.folder });
  assert.equal(git_email, 'in@work.example');
  assert.equal(fs.existsSync(marker), false);
});

test("collectEnvironment says so when git's settings cannot be read", async () => {
  const home = temporaryFolder();
  write(home, { '.gitconfig': '[user\n' });
  const running = collectEnvironment({ host: machine(home) }, { folder: home });
  await assert.rejects(
    running,
    (error) => error instanceof CollectError && /Cannot read git's settings/.test(error.message),
  );
  await assert.rejects(
    collectEnvironment({ host: machine(home) }, { folder: join(home, 'no') }),
    CollectError,
  );
});

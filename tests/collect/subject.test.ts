/** The subject: the same for every clone, without credentials. */
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { collectSubject, withoutCredentials } from '../../src/collect/subject.ts';
import { nodeHost } from '../../src/host/node.ts';
import { repository, temporaryFolder } from './temporary.ts';

const host = nodeHost();

test('collectSubject names the repository by its folder, the commit and the ref', async () => {
  const repo = repository();
  const commit = repo.commit();
  const name = basename(repo.folder);
  assert.deepEqual(await collectSubject({ host }, repo.folder), {
    repo: name,
    commit,
    ref: 'refs/heads/main',
  });
  assert.deepEqual(await collectSubject({ host }, repo.folder, commit), { repo: name, commit });
  repo.git('checkout', '-q', '--detach');
  assert.deepEqual(await collectSubject({ host }, repo.folder), { repo: name, commit });
});

test('collectSubject names the repository by its origin, without user and password', async () => {
  const repo = repository();
  repo.commit();
  repo.git('remote', 'add', 'origin', ['https://user:', 'h7Q2zLm9', '@git.example/team/app.git'].join(''));
  assert.equal((await collectSubject({ host }, repo.folder)).repo, 'https://git.example/team/app.git');
});

test('collectSubject fails where there is no repository or no commit', async () => {
  await assert.rejects(collectSubject({ host }, temporaryFolder()), /not in a git repository/);
  await assert.rejects(collectSubject({ host }, repository().folder), /There is no revision "HEAD"/);
});

test('withoutCredentials keeps where a repository is and drops who asks', () => {
  const cases: [string, string][] = [
    ['https://git.example/a/b.git', 'https://git.example/a/b.git'],
    [['https://x:', 'p@ss', '@git.example/a?token=', 'h7Q2'].join(''), 'https://git.example/a'],
    ['ssh://git@git.example:22/a.git', 'ssh://git.example:22/a.git'],
    ['git@git.example:a/b.git', 'git.example:a/b.git'],
    ['git.example:a/b.git', 'git.example:a/b.git'],
    ['/srv/repos/app.git', 'app'],
    ['../app', 'app'],
    ['file:///srv/repos/app.git/', 'app'],
    ['/srv/app/.git', 'app'],
    ['', ''],
    ['ssh://git.example/~me/a.git', 'ssh://git.example/~me/a.git'],
    ['https://[2001:db8::1]:8443/a.git', 'https://[2001:db8::1]:8443/a.git'],
    [['https://', 'h7Q2zLm9', '@git.example'].join(''), 'https://git.example'],
  ];
  for (const [address, expected] of cases) assert.equal(withoutCredentials(address), expected, address);
});

test('withoutCredentials gives no more than a name where an address can be read in two ways', () => {
  const [key, rest] = ['h7Q2', 'zLm9'];
  const cases: [string, string][] = [
    [`hg::https://u:${key}@git.example/a.git`, 'a'],
    [`https://u:${key}/${rest}@git.example/a.git`, 'a'],
    [`https://u:${key}/${rest}@git.example/a?token=${key}`, ''],
    [`https:u:${key}@git.example`, ''],
    [`https:u:${key}`, ''],
    [`https://u:${key}?${rest}@git.example`, ''],
    [`https://u:${key}#${rest}@git.example/a.git`, 'a'],
    [`https://u:${key}`, ''],
    [`https://u:${key}%2f${rest}%40git.example/a.git`, 'a'],
    [`https://git.example/u:${key}@a.git`, ''],
    [`u:${key}@git.example:a/b.git`, 'b'],
    [`git.example:a?token=${key}`, ''],
    [`ext::sh -c "${key}@${rest}"`, ''],
  ];
  for (const [address, expected] of cases) assert.equal(withoutCredentials(address), expected, address);
});

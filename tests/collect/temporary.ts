/** Temporary folders and real git repositories for tests of the collectors. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { after } from 'node:test';

/** A new folder, removed when the test file is done. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(join(os.tmpdir(), 'holdpoint-collect-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes `files` (by path relative to `folder`), with the folders they need. */
export function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, data] of Object.entries(files)) {
    const target = join(folder, path);
    fs.mkdirSync(dirname(target), { recursive: true });
    fs.writeFileSync(target, data);
  }
}

const ENV = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.test',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.test',
  GIT_ALLOW_PROTOCOL: 'file',
};

export type TestRepository = {
  readonly folder: string;
  git(...args: string[]): string;
  /** Stages everything and commits it, even when nothing changed; gives the commit's id. */
  commit(message?: string): string;
};

/** A new repository in `folder`, on branch `main`. */
export function repository(folder = temporaryFolder()): TestRepository {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env: ENV, encoding: 'utf8', stdio: 'pipe' });
  git('init', '-q', '-b', 'main', '.');
  return {
    folder,
    git,
    commit(message = 'a change') {
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD').trim();
    },
  };
}

/** Every file and link below a folder with its bytes, the git folder included: what was touched shows. */
export function everything(folder: string): ReadonlyMap<string, string> {
  const paths = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    paths
      .map((entry): [string, string] => {
        const path = join(entry.parentPath ?? entry.path, entry.name);
        if (entry.isSymbolicLink()) return [path, fs.readlinkSync(path)];
        return [path, entry.isFile() ? fs.readFileSync(path, 'latin1') : ''];
      })
      .sort(),
  );
}

#!/usr/bin/env node
// Starts the built command. Newer runtimes keep compiled code between runs, which saves most of the start-up time.
import { existsSync } from 'node:fs';
import module from 'node:module';
import process from 'node:process';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  module.enableCompileCache?.();
  await import(main.href);
} else {
  process.stderr.write(
    'holdpoint: dist/main.js is missing; run "npm run build" in the folder of the package\n',
  );
  process.exitCode = 70;
}

// Never ends, does not listen when asked to, and has a child of the same kind.
import { spawn } from 'node:child_process';
import process from 'node:process';
process.on('SIGTERM', () => {});
spawn('sh', ['-c', "trap '' TERM; while :; do sleep 1; done"], { stdio: 'inherit' });
setInterval(() => {}, 1000);

// The service: answers GET /health with the text it is given. With a command after --, it runs it and then stops.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import process from 'node:process';

const [body, , ...command] = process.argv.slice(2);
const server = createServer((request, response) => {
  response.statusCode = request.url === '/health' ? 200 : 404;
  response.setHeader('content-type', 'application/json');
  response.end(request.url === '/health' ? body : '{}');
});

// Another copy of this example may be at the port: wait for our turn.
server.on('error', () => setTimeout(listen, 200));
server.on('listening', () => {
  if (command.length === 0) return;
  const child = spawn(command[0], command.slice(1), { stdio: 'inherit' });
  child.on('close', (status) => {
    process.exitCode = status ?? 1;
    server.close();
  });
});
listen();

function listen() {
  server.listen(47613, '127.0.0.1');
}

/** A real server on loopback that answers byte for byte what a test says, however wrong that is as HTTP. */
import { Buffer } from 'node:buffer';
import net from 'node:net';

export type RawServer = {
  readonly port: number;
  /** The requests that came, as text. */
  readonly requests: readonly string[];
  readonly connections: () => number;
  close(): Promise<void>;
};

/** `answer` is called once a connection, when the request is there. It may write what it likes, now or later, or nothing. */
export async function rawServer(
  answer: (socket: net.Socket) => void,
  host = '127.0.0.1',
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => {
      pieces.push(Buffer.from(piece as Uint8Array));
      const text = Buffer.concat(pieces).toString('latin1');
      if (!text.endsWith('\r\n\r\n')) return;
      requests.push(text);
      answer(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, host, resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

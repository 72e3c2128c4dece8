/** The real network, through node:net and node:dns: connections straight to an address, each with one deadline. */
import { lookup } from 'node:dns';
import net from 'node:net';
import { type ExchangeOptions, type Host, HostError } from './host.ts';
import { codeOf } from './host-fault.ts';

export const nodeNetwork: Host['network'] = { lookUp, exchange };

function lookUp(name: string, timeoutMs: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    // A resolver cannot be stopped; its late answer is dropped.
    const timer = setTimeout(() => reject(timedOut(`look up ${JSON.stringify(name)}`)), timeoutMs);
    lookup(name, { all: true }, (error, addresses) => {
      clearTimeout(timer);
      if (error === null) resolve(addresses.map(({ address }) => address));
      else reject(new HostError(codeOf(error), `Cannot look up ${JSON.stringify(name)}`, { cause: error }));
    });
  });
}

function exchange(options: ExchangeOptions): Promise<'enough' | 'closed'> {
  const { address, port, accept, send, onBytes, timeoutMs, signal } = options;
  const what = `connect to ${address} port ${port}`;
  if (net.isIP(address) === 0)
    return Promise.reject(new HostError('EINVAL', `Cannot ${what}: it is not an address`));
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: address, port });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.removeAllListeners();
      // What a destroyed socket still has to say is of no interest, but must not go unheard.
      socket.on('error', () => undefined);
      socket.destroy();
      settle();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const onAbort = () => fail(signal?.reason);
    const timer = setTimeout(() => fail(timedOut(what)), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    socket.on('connect', () => {
      const peer = socket.remoteAddress ?? '';
      if (accept(peer)) socket.write(send);
      else fail(new HostError('EPEER', `Cannot ${what}: another address answered`));
    });
    socket.on('data', (bytes) => {
      try {
        if (onBytes(bytes as Uint8Array)) end(() => resolve('enough'));
      } catch (error) {
        fail(error);
      }
    });
    socket.on('end', () => end(() => resolve('closed')));
    socket.on('error', (error) => fail(new HostError(codeOf(error), `Cannot ${what}`, { cause: error })));
    // Without an end or an error before it, the other side vanished.
    socket.on('close', () => fail(new HostError('ECONNRESET', `Cannot ${what}`)));
  });
}

function timedOut(what: string): HostError {
  return new HostError('TIMEOUT', `Cannot ${what}: it takes too long`);
}

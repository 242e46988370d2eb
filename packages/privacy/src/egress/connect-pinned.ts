import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { PrivacyError } from '../privacy-error.ts';
import { networkClass } from './address/network-class.ts';
import { notOfTheInternet, type Reach, type ResolvedHost } from './address/resolve-host.ts';

/** The target of a connection: checked addresses, and the name for TLS. */
export interface PinnedTarget extends Reach {
  readonly resolved: ResolvedHost;
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * The only place in the product that opens outbound connections. It connects to addresses, never to names, so
 * no name is resolved a second time. With the network off, it throws before it creates a socket for any
 * address but loopback. Tries the addresses in order.
 */
export async function connectPinned(target: PinnedTarget): Promise<Socket> {
  let failure: unknown;
  for (const address of target.resolved.addresses) {
    if (target.reach === 'internet' && networkClass(address) !== 'internet') throw notOfTheInternet();
    if (!target.allowNetwork && networkClass(address) !== 'loopback') {
      throw new PrivacyError('the address is not on this machine, and the network is switched off', {
        code: 'NETWORK_DISABLED',
        hint: 'Set MEMORA_ENABLE_NETWORK_LLM=1 to allow it, or use an endpoint on 127.0.0.1.',
      });
    }
    try {
      return await connectAddress(address, target);
    } catch (error) {
      if (target.signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

function connectAddress(address: string, target: PinnedTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const socket = target.secure
      ? connectTls({
          host: address,
          port: target.port,
          ALPNProtocols: ['http/1.1'],
          ...(isIP(host) === 0 ? { servername: host } : {}),
        })
      : connectPlain({ host: address, port: target.port });
    const timer = setTimeout(
      () => fail(new PrivacyError('the connection took too long', { code: 'OUTBOUND_TIMEOUT' })),
      target.timeoutMs,
    );
    const settle = (): void => {
      clearTimeout(timer);
      target.signal.removeEventListener('abort', onAbort);
      socket.off('error', fail);
    };
    const fail = (error: unknown): void => {
      settle();
      socket.on('error', () => undefined);
      socket.destroy();
      reject(error);
    };
    const onAbort = (): void => fail(target.signal.reason);
    socket.on('error', fail);
    socket.once(target.secure ? 'secureConnect' : 'connect', () => {
      settle();
      resolve(socket);
    });
    if (target.signal.aborted) onAbort();
    else target.signal.addEventListener('abort', onAbort, { once: true });
  });
}

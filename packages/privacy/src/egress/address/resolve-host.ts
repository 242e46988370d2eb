import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { PrivacyError } from '../../privacy-error.ts';
import { type NetworkClass, networkClass } from './network-class.ts';

/** The addresses of a host, of which all lie in one class. */
export interface ResolvedHost {
  readonly addresses: readonly string[];
  readonly network: NetworkClass;
}

/** Asks the system's resolver. Replaced in tests. */
export type LookupAll = (host: string) => Promise<readonly string[]>;

const systemLookup: LookupAll = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address);

/** What of the network may be reached. */
export interface Reach {
  readonly allowNetwork: boolean;
  /** `'internet'`: nothing of this machine and of networks of its own. */
  readonly reach?: 'any' | 'internet' | undefined;
}

/**
 * The addresses of a URL's host. With the network off nothing is asked: an IP address stands for itself, `localhost` and
 * names below it are this machine (RFC 6761), and every other name is refused, because asking for it would already leave
 * the machine. Addresses of several classes are refused, so that a name can't be local now and remote at the next try.
 */
export async function resolveHost(
  hostname: string,
  options: Reach & { readonly lookupAll?: LookupAll | undefined },
): Promise<ResolvedHost> {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return checked([host], options);
  if (host === 'localhost' || host.endsWith('.localhost')) {
    return checked(['127.0.0.1', '::1'], options);
  }
  if (!options.allowNetwork) throw networkDisabled();
  const addresses = await (options.lookupAll ?? systemLookup)(host);
  return checked(addresses, options);
}

function checked(addresses: readonly string[], { allowNetwork, reach }: Reach): ResolvedHost {
  const classes = new Set(addresses.map(networkClass));
  const [network] = classes;
  if (network === undefined || classes.size > 1) {
    throw new PrivacyError('the host name resolves to addresses of different kinds', {
      code: 'ADDRESS_NOT_ALLOWED',
      hint: 'Name the address itself in the endpoint.',
    });
  }
  if (network !== 'internet' && reach === 'internet') throw notOfTheInternet();
  if (network !== 'loopback' && !allowNetwork) throw networkDisabled();
  return { addresses, network };
}

function networkDisabled(): PrivacyError<'NETWORK_DISABLED'> {
  return new PrivacyError('the destination is not on this machine, and the network is switched off', {
    code: 'NETWORK_DISABLED',
    hint: 'Set MEMORA_ENABLE_NETWORK_LLM=1 to allow it, or use an endpoint on 127.0.0.1.',
  });
}

/** A page may be what makes somebody fetch an address: one of their router, of a cloud's metadata, of a program on their machine. */
export function notOfTheInternet(): PrivacyError<'ADDRESS_NOT_ALLOWED'> {
  return new PrivacyError('the destination is on this machine or in a private network, not on the internet', {
    code: 'ADDRESS_NOT_ALLOWED',
    hint: 'Allow such addresses explicitly, if you trust whoever asks for it.',
  });
}

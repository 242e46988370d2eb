import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { PrivacyError } from '../../privacy-error.ts';
import { type NetworkClass, networkClass } from './network-class.ts';

/** The addresses of a host, all of one class. */
export interface ResolvedHost {
  readonly addresses: readonly string[];
  readonly network: NetworkClass;
}

/** Queries the system's resolver. Replaced in tests. */
export type LookupAll = (host: string) => Promise<readonly string[]>;

const systemLookup: LookupAll = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address);

/** The part of the network that may be reached. */
export interface Reach {
  readonly allowNetwork: boolean;
  /** `'internet'`: not this machine, and no private networks. */
  readonly reach?: 'any' | 'internet' | undefined;
}

/**
 * Resolves the addresses of a URL's host. With the network off, no query is sent: an IP address represents itself, `localhost` and names below it are this
 * machine (RFC 6761), and every other name is refused, because a query would already leave the machine. Addresses of several classes are refused, so that a
 * name can't be local now and remote at the next attempt.
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

/** A hostile page may choose the address: that of a router, of a cloud's metadata service, or of a local program. */
export function notOfTheInternet(): PrivacyError<'ADDRESS_NOT_ALLOWED'> {
  return new PrivacyError('the destination is on this machine or in a private network, not on the internet', {
    code: 'ADDRESS_NOT_ALLOWED',
    hint: 'Allow such addresses explicitly if you trust the source of the request.',
  });
}

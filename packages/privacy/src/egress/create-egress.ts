import type { Destination } from '@memora/core';
import { PrivacyError } from '../privacy-error.ts';
import type { WirePlace } from '../redaction/mint.ts';
import { isPlainHost } from './address/is-plain-host.ts';
import { type ResolvedHost, resolveHost } from './address/resolve-host.ts';
import { connectPinned, type PinnedTarget } from './connect-pinned.ts';
import type { Egress, EgressOptions, Fetch, Locality, OutboundOptions } from './egress.ts';
import { exchange, type WireReply, type WireRequest } from './exchange.ts';
import { keepConnections } from './keep-connections.ts';
import { nextHop } from './next-hop.ts';
import { parseUrl } from './parse-url.ts';
import { postWithRetries } from './post-with-retries.ts';
import { rehearsal, rehearsed } from './rehearse-request.ts';
import { screenRequest } from './screen-request.ts';
import { toCall } from './to-call.ts';
import { toFetch } from './to-fetch.ts';

const MAX_REDIRECTS = 5;

/** The data of a request while it passes the egress. */
export interface Passage {
  readonly kind: Destination['kind'];
  readonly options: OutboundOptions;
  readonly signal: AbortSignal;
  readonly redirect: Request['redirect'];
}

/**
 * Creates the egress, the only way out of the process. In order, for every request and every redirect: the host is
 * resolved and classified; with the network off, anything but loopback is refused; a request to the cloud is scanned
 * by the guard and logged; then the connection is made to the checked address, or an idle connection to it is reused.
 */
export function createEgress(options: EgressOptions): Egress {
  const { MEMORA_ENABLE_NETWORK_LLM: flag } = process.env;
  const allowNetwork = options.allowNetwork ?? flag === '1';
  const localityByHost = new Map<string, Locality>();
  const screen = screenRequest(options);
  const rehearse = rehearsal(options);
  const kept = options.keepIdleMs === undefined ? null : keepConnections(options.keepIdleMs);

  const resolve = async (url: URL): Promise<ResolvedHost> => {
    assertHttp(url);
    const { reach, lookupAll } = options;
    const resolved = await resolveHost(url.hostname, { allowNetwork, reach, lookupAll });
    rememberLocality(localityByHost, url.host, resolved.network === 'loopback' ? 'loopback' : 'cloud');
    return resolved;
  };
  const localityOf = (resolved: ResolvedHost): Locality =>
    resolved.network === 'loopback' && options.loopback !== 'cloud' ? 'loopback' : 'cloud';

  const pass = async (
    first: WireRequest,
    passage: Passage,
  ): Promise<{ reply: WireReply; url: URL; hops: number }> => {
    let request = first;
    let previous: ResolvedHost | null = null;
    for (let hops = 0; ; hops++) {
      const resolved = await rehearse(request, passage, 'refused', () =>
        screen.refusals(request, passage, () => resolve(request.url)),
      );
      if (previous !== null && previous.network !== resolved.network) {
        throw redirectRefused('a redirect leads from one kind of network to another');
      }
      const locality = localityOf(resolved);
      if (locality === 'cloud')
        await rehearse(request, passage, 'blocked', () => screen.leaving(request, passage));
      if (options.rehearse !== undefined) throw rehearsed(options.rehearse, request, passage, locality);
      const target: PinnedTarget = {
        resolved,
        hostname: request.url.hostname,
        port: Number(request.url.port) || (request.url.protocol === 'https:' ? 443 : 80),
        secure: request.url.protocol === 'https:',
        allowNetwork,
        reach: options.reach,
        timeoutMs: options.connectTimeoutMs ?? 10_000,
        signal: passage.signal,
      };
      const reply = await exchange(kept?.to(target) ?? (await connectPinned(target)), request, {
        timeoutMs: options.timeoutMs ?? 120_000,
        signal: passage.signal,
      });
      const next = passage.redirect === 'manual' ? null : nextHop(request, reply);
      if (next === null) return { reply, url: request.url, hops };
      reply.body.destroy();
      if (passage.redirect === 'error') throw redirectRefused('the destination redirects');
      if (hops >= MAX_REDIRECTS) throw redirectRefused(`more than ${MAX_REDIRECTS} redirects`);
      previous = resolved;
      request = next;
    }
  };

  const locate = async (url: string): Promise<Locality> => localityOf(await resolve(parseUrl(url)));
  return {
    request: postWithRetries(pass, options),
    fetch: (kind, fetchOptions = {}): Fetch => toFetch(pass, kind, fetchOptions),
    call: (kind) => toCall(pass, kind),
    handOver: async (kind, name, text) => {
      const request = {
        url: new URL(`program://${name}`),
        method: 'POST',
        headers: {},
        body: Buffer.from(text),
      };
      const signal = new AbortController().signal;
      await screen.leaving(request, { kind, options: {}, signal, redirect: 'error' });
    },
    locate,
    placeOf: async (destination) => placeFor(destination.kind, await locate(destination.url)),
    close: () => kept?.close(),
  };
}

/** Sends a request through every check; follows redirects if the caller's way of sending allows it. */
export type Pass = (
  first: WireRequest,
  passage: Passage,
) => Promise<{ reply: WireReply; url: URL; hops: number }>;

function placeFor(kind: Destination['kind'], locality: Locality): WirePlace {
  if (locality === 'loopback') return kind === 'mcp' ? 'mcp' : 'loopback';
  if (kind === 'embedding') return 'cloud-embedder';
  return kind === 'mcp' ? 'mcp' : 'cloud-model';
}

function assertHttp(url: URL): void {
  if (!isPlainHost(url.hostname)) {
    throw new PrivacyError('the host of the destination is not a plain host name', {
      code: 'URL_NOT_ALLOWED',
      hint: 'Name a host of letters, digits, dots and hyphens, or an IP address.',
    });
  }
  if ((url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '')
    return;
  throw new PrivacyError('the destination is not a plain http or https URL', {
    code: 'URL_NOT_ALLOWED',
    hint: 'Use http:// or https://, and send credentials in a header.',
  });
}

/** A host keeps its first locality: text that was redacted for this machine must not follow the name to another one. */
function rememberLocality(known: Map<string, Locality>, host: string, locality: Locality): void {
  const before = known.get(host);
  if (before === undefined) known.set(host, locality);
  else if (before !== locality) {
    throw new PrivacyError('the host moved from this machine to the network, or back', {
      code: 'LOCALITY_CHANGED',
      hint: 'Name the address itself in the endpoint.',
    });
  }
}

function redirectRefused(message: string): PrivacyError<'REDIRECT_REFUSED'> {
  return new PrivacyError(message, {
    code: 'REDIRECT_REFUSED',
    hint: 'Use the address that the destination redirects to, if you trust it.',
  });
}

import type { Destination, OutboundPort, OutboundReply, WireSafe } from '@memora/core';
import type { LeakGuard } from '../guard/leak-guard.ts';
import type { EgressLog } from '../logs/egress-log.ts';
import type { WirePlace } from '../redaction/mint.ts';
import type { LookupAll } from './address/resolve-host.ts';

/** A request that a rehearsing egress would have sent. */
export interface RehearsedRequest {
  readonly kind: Destination['kind'];
  readonly method: string;
  readonly url: URL;
  /** Names and values as they would be sent; values of credentials are left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** `sent` would leave this machine, `local` would stay on it; the others would be stopped. */
  readonly outcome: 'sent' | 'local' | 'blocked' | 'refused';
  /** Why it would be stopped. */
  readonly code: string | null;
}

/** How an egress treats what passes. */
export interface EgressOptions {
  /** Scans what leaves for the cloud; it is asked for before the first such request and not earlier. `'none'` scans nothing. */
  readonly guard: LeakGuard | (() => LeakGuard | Promise<LeakGuard>) | 'none';
  /** Where requests that leave are recorded, before they do. */
  readonly log?: EgressLog;
  /** Whether anything but loopback may be reached. Default: true if `MEMORA_ENABLE_NETWORK_LLM` is exactly `1`. */
  readonly allowNetwork?: boolean;
  /**
   * `'internet'` refuses, by the resolved address and at each redirect, this machine and networks of its own (LAN, link-local,
   * carrier): for addresses that somebody else may have chosen. Default `'any'`.
   */
  readonly reach?: 'any' | 'internet';
  /** `[privacy] loopback`: `'cloud'` where a local proxy forwards to a cloud. Default `'local'`. */
  readonly loopback?: 'local' | 'cloud';
  /** How long a destination may stay silent, in milliseconds. Default 120,000. */
  readonly timeoutMs?: number;
  /** How long connecting may take, in milliseconds. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /** How often `request` tries again after a transient failure. Default 2. */
  readonly retries?: number;
  /** How long a connection stands idle for the next request to the same checked addresses, in milliseconds. By default each request has one of its own. */
  readonly keepIdleMs?: number;
  /** Bytes of a reply that `request` reads at most. Default 64 MiB. */
  readonly maxReplyBytes?: number;
  /** Shown every request, in place of sending it: all checks are made, nothing is logged, and the caller gets `REHEARSED`. */
  readonly rehearse?: (request: RehearsedRequest) => void;
  /** Resolves names; for tests. */
  readonly lookupAll?: LookupAll;
}

/** Options of one request. */
export interface OutboundOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Claims that the payload is made of, for the log; `claim:<id>` markers in it are found without. */
  readonly claimIds?: readonly string[];
  /** What the person typed for this request; see {@link LeakGuard}. */
  readonly exempt?: readonly string[];
}

/** Whether a destination is this machine. */
export type Locality = 'loopback' | 'cloud';

/** The function that AI SDK providers and others take as `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A reply whose body is read when it is asked for. */
export interface CallReply {
  readonly status: number;
  readonly headers: Headers;
  /** Throws `REPLY_TOO_LONG` past `mostBytes`. */
  readonly text: () => Promise<string>;
  /** Reads no further. */
  readonly drop: () => void;
}

/** One request of text, whose reply is text. A redirect is refused. */
export type Call = (
  url: string,
  request: {
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | null;
    readonly signal: AbortSignal;
    readonly mostBytes: number;
  },
) => Promise<CallReply>;

/** The one way out. */
export interface Egress extends OutboundPort {
  /** Posts a payload as JSON. Throws `MemoraError`; see the package's README for the codes. */
  readonly request: <Payload>(
    destination: Destination,
    payload: Payload & WireSafe<Payload>,
    options?: OutboundOptions,
  ) => Promise<OutboundReply>;
  /**
   * A `fetch` whose every request passes this egress, for libraries that bring their own payloads. The types can't see
   * into those: the guard does. Follows up to 5 redirects, none of which may change the class of the network.
   */
  readonly fetch: (kind: Destination['kind'], options?: Omit<OutboundOptions, 'signal' | 'headers'>) => Fetch;
  /** The same for many small requests of text, at a third of the price of `fetch`. */
  readonly call: (kind: Destination['kind']) => Call;
  /**
   * Asks whether text may go to a program on this machine that nobody has called local: it is scanned and recorded as what leaves for a cloud is. `name` is in
   * the log. Throws what `request` throws.
   */
  readonly handOver: (kind: Destination['kind'], name: string, text: string) => Promise<void>;
  /** Whether a URL leads to this machine, by its resolved address. Throws where it may not be reached at all. */
  readonly locate: (url: string) => Promise<Locality>;
  /** The place to redact for, of a destination. */
  readonly placeOf: (destination: Destination) => Promise<WirePlace>;
  /** Ends the connections that stand idle. Requests may follow anyway. */
  readonly close: () => void;
}

import type { Destination, OutboundPort, OutboundReply, WireSafe } from '@memora/core';
import type { LeakGuard } from '../guard/leak-guard.ts';
import type { EgressLog } from '../logs/egress-log.ts';
import type { WirePlace } from '../redaction/mint.ts';
import type { LookupAll } from './address/resolve-host.ts';

/** A request that a rehearsing egress did not send. */
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

/** Options of an egress. */
export interface EgressOptions {
  /** Scans requests to the cloud; a function is called before the first such request. `'none'` scans nothing. */
  readonly guard: LeakGuard | (() => LeakGuard | Promise<LeakGuard>) | 'none';
  /** Logs requests before they leave. */
  readonly log?: EgressLog;
  /**
   * Whether anything other than loopback may be reached. Default: true if `MEMORA_ENABLE_NETWORK_LLM` is
   * exactly `1`.
   */
  readonly allowNetwork?: boolean;
  /**
   * `'internet'` refuses this machine and private networks (LAN, link-local, carrier), by the resolved address and at each redirect. For addresses that
   * somebody else may have chosen. Default `'any'`.
   */
  readonly reach?: 'any' | 'internet';
  /** `[privacy] loopback`: `'cloud'` if a local proxy forwards to a cloud. Default `'local'`. */
  readonly loopback?: 'local' | 'cloud';
  /** How long a destination may stay silent, in milliseconds. Default 120,000. */
  readonly timeoutMs?: number;
  /** How long connecting may take, in milliseconds. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /** How often `request` tries again after a transient failure. Default 2. */
  readonly retries?: number;
  /** How long an idle connection is kept for the next request to the same checked addresses, in milliseconds. By default, each request opens its own. */
  readonly keepIdleMs?: number;
  /** Maximum number of bytes of a reply that `request` reads. Default 64 MiB. */
  readonly maxReplyBytes?: number;
  /** Called with every request instead of sending it: all checks are made, nothing is logged, and the caller gets `REHEARSED`. */
  readonly rehearse?: (request: RehearsedRequest) => void;
  /** Resolves names; for tests. */
  readonly lookupAll?: LookupAll;
}

/** Options of one request. */
export interface OutboundOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Claims in the payload, for the log; `claim:<id>` markers in it are found automatically. */
  readonly claimIds?: readonly string[];
  /** The person's own typed text of this request; see {@link LeakGuard}. */
  readonly exempt?: readonly string[];
}

/** Whether a destination is on this machine. */
export type Locality = 'loopback' | 'cloud';

/** The function that AI SDK providers and others take as `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A reply whose body is read on demand. */
export interface CallReply {
  readonly status: number;
  readonly headers: Headers;
  /** Throws `REPLY_TOO_LONG` past `mostBytes`. */
  readonly text: () => Promise<string>;
  /** Stops reading. */
  readonly drop: () => void;
}

/** Sends one text request and returns its text reply. A redirect is refused. */
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

/** The only way out of the process. */
export interface Egress extends OutboundPort {
  /** Posts a payload as JSON. Throws `MemoraError`; see the package's README for the codes. */
  readonly request: <Payload>(
    destination: Destination,
    payload: Payload & WireSafe<Payload>,
    options?: OutboundOptions,
  ) => Promise<OutboundReply>;
  /**
   * A `fetch` whose every request passes this egress, for libraries that bring their own payloads. The types can't check those, but the guard does. Follows up
   * to 5 redirects, none of which may change the network class.
   */
  readonly fetch: (kind: Destination['kind'], options?: Omit<OutboundOptions, 'signal' | 'headers'>) => Fetch;
  /** The same for many small text requests, at a third of the cost of `fetch`. */
  readonly call: (kind: Destination['kind']) => Call;
  /**
   * Checks whether text may go to a program on this machine that is not declared local: it is scanned and logged like text for a cloud. `name` appears in the
   * log. Throws the errors of `request`.
   */
  readonly handOver: (kind: Destination['kind'], name: string, text: string) => Promise<void>;
  /** Returns whether a URL leads to this machine, by its resolved address. Throws if it may not be reached at all. */
  readonly locate: (url: string) => Promise<Locality>;
  /** The place for which text to this destination must be redacted. */
  readonly placeOf: (destination: Destination) => Promise<WirePlace>;
  /** Closes idle connections. Further requests are allowed. */
  readonly close: () => void;
}

import { MemoraError } from '@memora/core';
import { LeakError, type LeakGuard, type OutgoingPart } from '../guard/leak-guard.ts';
import type { EgressEntry } from '../logs/egress-log.ts';
import { PrivacyError } from '../privacy-error.ts';
import { isPlainHost } from './address/is-plain-host.ts';
import type { Passage } from './create-egress.ts';
import type { EgressOptions } from './egress.ts';
import type { WireRequest } from './exchange.ts';

/** Headers that hold the person's own credentials, not text of notes. */
const CREDENTIAL_HEADERS = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'cookie']);
const MAX_LOGGED_IDS = 500;

interface Screen {
  /** Runs `step`, and logs it if it refuses the request. */
  readonly refusals: <T>(request: WireRequest, passage: Passage, step: () => Promise<T>) => Promise<T>;
  /** Scans a request that is about to leave, then logs it. Throws if it may not leave, and logs that. */
  readonly leaving: (request: WireRequest, passage: Passage) => Promise<void>;
}

/** Scheme, host and port; a host that is not a plain name is not written. */
function originOf(url: URL): string {
  if (!isPlainHost(url.hostname)) return `${url.protocol}//(no plain host)`;
  // The origin of a program on this machine, which the URL standard does not define.
  return url.protocol === 'program:' ? `${url.protocol}//${url.host}` : url.origin;
}

/** Applies guard and log before anything leaves. */
export function screenRequest(options: EgressOptions): Screen {
  let guard: Promise<LeakGuard> | null = null;
  const guardOnce = (source: Exclude<EgressOptions['guard'], 'none'>): Promise<LeakGuard> => {
    guard ??= Promise.resolve(typeof source === 'function' ? source() : source);
    return guard;
  };
  const record = (
    request: WireRequest,
    passage: Passage,
    outcome: EgressEntry['outcome'],
    code?: string,
  ): void => {
    options.log?.append({
      at: new Date().toISOString(),
      kind: passage.kind,
      origin: originOf(request.url),
      outcome,
      ...(code === undefined ? {} : { code }),
      bytes: request.body?.length ?? 0,
      claimIds: claimIdsOf(request, passage),
    });
  };
  return {
    refusals: async (request, passage, step) => {
      try {
        return await step();
      } catch (error) {
        if (MemoraError.isInstance(error)) record(request, passage, 'refused', error.code);
        throw error;
      }
    },
    leaving: async (request, passage) => {
      if (options.guard !== 'none') {
        try {
          const ready = await guardOnce(options.guard);
          const scanOptions = passage.options.exempt === undefined ? {} : { exempt: passage.options.exempt };
          await ready.check(partsOf(request), scanOptions);
        } catch (error) {
          guard = error instanceof LeakError ? guard : null;
          record(request, passage, 'blocked', error instanceof LeakError ? error.code : 'GUARD_FAILED');
          throw error instanceof LeakError ? error : guardFailed();
        }
      }
      record(request, passage, 'sent');
    },
  };
}

/** All parts of a request with bytes chosen by a caller: URL, headers and body. */
function partsOf(request: WireRequest): OutgoingPart[] {
  const headers = Object.entries(request.headers)
    .filter(([name]) => !CREDENTIAL_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`);
  const url = `${request.url.host}${request.url.pathname}${request.url.search}`;
  return request.body === null ? [url, ...headers] : [url, ...headers, request.body];
}

function claimIdsOf(request: WireRequest, passage: Passage): string[] {
  const ids = new Set(passage.options.claimIds ?? []);
  if (request.body !== null) {
    const text = Buffer.from(request.body.buffer, request.body.byteOffset, request.body.length).toString(
      'latin1',
    );
    for (const match of text.matchAll(/\bclaim:\s?([0-9a-z]{16})\b/g)) {
      if (ids.size >= MAX_LOGGED_IDS) break;
      if (match[1] !== undefined) ids.add(match[1]);
    }
  }
  return [...ids];
}

/** The cause is left out on purpose: an error while reading secrets may quote them. */
function guardFailed(): PrivacyError<'GUARD_FAILED'> {
  return new PrivacyError('the leak guard could not be built, so nothing is sent', {
    code: 'GUARD_FAILED',
    hint: 'Run `memora doctor`; a note or the database may not be readable.',
  });
}

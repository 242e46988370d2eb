import type { Fetch } from '@memora/privacy';
import { readMetadata } from '@memora/privacy/internal';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { findKeysAddress } from './find-keys-address.ts';

/** The timeout for connecting, sending and reading together. */
const LONGEST_MS = 5_000;
/** The age at which keys are fetched again. */
const FRESH_MS = 10 * 60_000;
/**
 * How long keys stay valid while the issuer does not answer. A key that it revokes during that time stays
 * valid that long, too.
 */
const LONGEST_STALE_MS = 60 * 60_000;
/** The shortest time between two fetches, for requests with unknown keys. */
const COOL_DOWN_MS = 30_000;
/** The same limit while there are no keys yet. */
const FIRST_COOL_DOWN_MS = 2_000;

/** The issuer's keys can't be fetched now, so it is unknown whether a token is valid. */
export class IssuerAway extends Error {
  override readonly name = 'IssuerAway';
}

interface IssuerKeysOptions {
  readonly issuer: string;
  /** Sends every request to the issuer. */
  readonly send: Fetch;
  /** Milliseconds of a monotonic clock, for tests. */
  readonly clock?: (() => number) | undefined;
  /** The timeout of a request, for tests. */
  readonly longestMs?: number | undefined;
}

/**
 * The public keys of an issuer, cached for ten minutes. An unknown key triggers a new fetch, at most once in half a minute. While the issuer is away, known
 * keys stay valid for an hour. Throws {@link IssuerAway}, and the error of `jose` for a missing key.
 */
export function openIssuerKeys({
  issuer,
  send,
  clock = () => performance.now(),
  longestMs = LONGEST_MS,
}: IssuerKeysOptions): JWTVerifyGetKey {
  let known: { readonly find: JWTVerifyGetKey; readonly at: number } | null = null;
  let tried = Number.NEGATIVE_INFINITY;
  let isAway = false;
  let pending: Promise<void> | null = null;

  const fetchKeys = async () => {
    tried = clock();
    try {
      const address = await findKeysAddress(send, issuer, longestMs);
      const keys = await readMetadata(send, address, longestMs);
      known = { find: createLocalJWKSet(keys as unknown as JSONWebKeySet), at: clock() };
      isAway = false;
    } catch {
      isAway = true;
    }
  };
  /** Waits for a running fetch, or starts one, unless the last one is too recent. */
  const refresh = async (): Promise<void> => {
    if (pending === null && clock() - tried < (known === null ? FIRST_COOL_DOWN_MS : COOL_DOWN_MS)) return;
    pending ??= fetchKeys().finally(() => {
      pending = null;
    });
    await pending;
  };
  const find: JWTVerifyGetKey = async (header, token) => {
    const age = known === null ? Number.POSITIVE_INFINITY : clock() - known.at;
    if (age > LONGEST_STALE_MS) {
      await refresh();
      if (known === null || clock() - known.at > LONGEST_STALE_MS) throw new IssuerAway();
      // Nobody waits while the known keys are still valid.
    } else if (age > FRESH_MS) refresh().catch(() => undefined);
    try {
      return await (known as unknown as { find: JWTVerifyGetKey }).find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh();
      if (isAway) throw new IssuerAway();
      return (known as unknown as { find: JWTVerifyGetKey }).find(header, token);
    }
  };
  return find;
}

import type { Fetch } from '@memora/privacy';
import { readMetadata } from '@memora/privacy/internal';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { findKeysAddress } from './find-keys-address.ts';

/** Connecting, asking and reading together. */
const LONGEST_MS = 5_000;
/** How old keys may be before they are fetched again, unasked. */
const FRESH_MS = 10 * 60_000;
/** How long keys count while the issuer does not answer. A key that it has withdrawn meanwhile counts so long, too. */
const LONGEST_STALE_MS = 60 * 60_000;
/** The least time between two fetches, for requests with unknown keys. */
const COOL_DOWN_MS = 30_000;
/** The same as long as there are no keys at all. */
const FIRST_COOL_DOWN_MS = 2_000;

/** The issuer's keys can't be had now: whether a token is valid is not known. */
export class IssuerAway extends Error {
  override readonly name = 'IssuerAway';
}

interface IssuerKeysOptions {
  readonly issuer: string;
  /** Every request to the issuer goes through it. */
  readonly send: Fetch;
  /** Milliseconds of a clock that never goes back; for tests. */
  readonly clock?: (() => number) | undefined;
  /** How long a request may take; for tests. */
  readonly longestMs?: number | undefined;
}

/**
 * The public keys of an issuer, kept for ten minutes. A key that is not among them makes them be fetched again, at most once in half a
 * minute. While the issuer is away, known keys count for an hour. Throws {@link IssuerAway}, and what `jose` throws for a key that is not there.
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
  /** Waits for a fetch under way, or makes one, unless the last is too recent. */
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
      // Nobody waits while the keys that there are will do.
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

import type { Band } from '@memora/core';

/** A place where text of claims can end up. */
export type Place = 'loopback' | 'cloud-model' | 'cloud-embedder' | 'mcp' | 'cli' | 'page' | 'shared' | 'log';

/** How much of a claim a place may see: all of it, its subject, a `[redacted]` stand-in, its fingerprint, its id, or nothing, not even that it exists. */
export type Visibility = 'full' | 'subject' | 'redacted' | 'hash' | 'id' | 'nothing';

/** The person's choices that affect what a place sees. */
export interface VisibilityPolicy {
  /** `[privacy] redact_secret_in_cloud`: `'strict'` drops the subject too. It can't be switched off. */
  readonly redactSecretInCloud?: true | 'strict';
  /** `--reveal` of the command line. */
  readonly reveal?: boolean;
}

/** What each place may see of each band: one row per place. */
const VISIBILITY: Readonly<Record<Place, Readonly<Record<Band, Visibility>>>> = {
  loopback: { public: 'full', private: 'full', secret: 'full' },
  'cloud-model': { public: 'full', private: 'full', secret: 'subject' },
  'cloud-embedder': { public: 'full', private: 'full', secret: 'nothing' },
  mcp: { public: 'full', private: 'full', secret: 'redacted' },
  cli: { public: 'full', private: 'full', secret: 'redacted' },
  page: { public: 'full', private: 'full', secret: 'redacted' },
  shared: { public: 'full', private: 'hash', secret: 'nothing' },
  log: { public: 'id', private: 'id', secret: 'id' },
};

/** How much of a claim of `band` the `place` may see. An unknown band or place sees nothing. */
export function visibilityOf(band: Band, place: Place, policy: VisibilityPolicy = {}): Visibility {
  const visibility = VISIBILITY[place]?.[band] ?? 'nothing';
  if (visibility === 'subject' && policy.redactSecretInCloud === 'strict') return 'redacted';
  if (place === 'cli' && visibility === 'redacted' && policy.reveal === true) return 'full';
  return visibility;
}

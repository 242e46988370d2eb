import type { ClaimId } from '@memora/core';

/** The types of edge; `supersedes` is directed from the new claim to the old, `derives` from the derived to its source. */
export const EDGE_TYPES = [
  'entails',
  'contradicts',
  'supersedes',
  'derives',
  'co_occurs',
  'relates_to',
  'depends_on',
  'caused',
  'learned_from',
  'applies_to',
  'mentioned_in',
] as const;

export type EdgeType = (typeof EDGE_TYPES)[number];

/** A typed, directed relation between two claims. */
export interface Edge {
  readonly from: ClaimId;
  readonly to: ClaimId;
  readonly type: EdgeType;
  readonly weight: number;
  readonly recordedFrom: string;
  readonly recordedUntil: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

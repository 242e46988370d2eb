import { BANDS, type Band } from '@memora/core';
import type { ClaimAssertion, ClaimKind, ClaimStatus, Precision } from './claim.ts';
import { EDGE_TYPES, type EdgeType } from './edge.ts';

// Small closed vocabularies are stored as their index here. Add only at the end and never change the order.
const KINDS: readonly ClaimKind[] = [
  'fact',
  'decision',
  'event',
  'incident',
  'lesson',
  'concept',
  'profile',
  'preference',
  'procedure',
  'tool',
];
const ASSERTIONS: readonly ClaimAssertion[] = [
  'asserted',
  'question',
  'hypothetical',
  'wish',
  'quoted',
  'code',
];
const STATUSES: readonly ClaimStatus[] = ['current', 'superseded', 'stale', 'contested', 'retracted'];
const PRECISIONS: readonly Precision[] = ['instant', 'day', 'month', 'quarter', 'year', 'unknown'];

/** Both directions between a closed vocabulary and its stored numbers. */
interface CodeTable<Name extends string> {
  readonly names: readonly Name[];
  readonly toCode: (name: Name) => number;
  /** Returns the name of a stored number; the first name for an unknown number. */
  readonly toName: (code: number) => Name;
}

export const kindCodes: CodeTable<ClaimKind> = createCodeTable(KINDS);
export const assertionCodes: CodeTable<ClaimAssertion> = createCodeTable(ASSERTIONS);
export const statusCodes: CodeTable<ClaimStatus> = createCodeTable(STATUSES);
export const precisionCodes: CodeTable<Precision> = createCodeTable(PRECISIONS);
export const bandCodes: CodeTable<Band> = createCodeTable(BANDS);
export const edgeCodes: CodeTable<EdgeType> = createCodeTable(EDGE_TYPES);

function createCodeTable<Name extends string>(names: readonly Name[]): CodeTable<Name> {
  const codeByName = new Map(names.map((name, code) => [name, code]));
  return {
    names,
    toCode: (name) => codeByName.get(name) ?? 0,
    toName: (code) => names[code] ?? (names[0] as Name),
  };
}

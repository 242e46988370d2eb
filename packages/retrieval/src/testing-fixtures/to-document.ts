import type { ClaimDocument } from '@memora/claims';
import type { ClaimId } from '@memora/core';

/** Returns a claim's document with the given members and defaults for the rest; `i` counts from 0. */
export function toDocument(document: Partial<ClaimDocument>, i: number): ClaimDocument {
  return {
    key: i + 1,
    id: String(i + 1).padStart(16, '0') as ClaimId,
    subject: '',
    predicate: '',
    object: null,
    text: '',
    noteTitle: '',
    region: '',
    headingPath: [],
    aliases: [],
    before: '',
    after: '',
    band: 'private',
    ...document,
  };
}

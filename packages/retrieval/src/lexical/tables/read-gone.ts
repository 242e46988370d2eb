import type { Claim } from '@memora/claims';
import { registerStemmers } from '@memora/language/stems';
import { ALL_STEMMERS } from '../../tokenise/all-stemmers.ts';
import type { CandidateText } from '../passages/passage-rows.ts';
import { createPassageReader } from '../passages/passage-terms.ts';

/**
 * Returns the terms of claims that are no longer in the index, read from their history: their parts, their
 * title and headings. The text of their spans is not kept.
 */
export function readGone(gone: ReadonlyMap<number, Claim>): CandidateText[] {
  registerStemmers(ALL_STEMMERS);
  const read = createPassageReader().readDocument;
  return [...gone].map(([key, claim]) => {
    const { id, subject, predicate, object, noteTitle, region, headingPath, band } = claim;
    const { texts } = read({
      key,
      id,
      subject,
      predicate,
      object,
      text: '',
      noteTitle,
      region,
      headingPath,
      aliases: [],
      before: '',
      after: '',
      band,
    });
    return { key, fields: texts };
  });
}

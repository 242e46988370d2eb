import { bandCodes } from '../../../model/codes.ts';
import { from, type Value } from '../build/query-source.ts';
import { listed, lit } from '../build/sqlite-parts.ts';

const SECRET = lit(bandCodes.toCode('secret'));

/** Claims with their note and their interned texts: the base of reads of whole claims. */
const joined = () =>
  from
    .selectFrom('claim')
    .innerJoin('note', 'note.key', 'claim.note')
    .leftJoin('term as subject_term', 'subject_term.key', 'claim.subject')
    .leftJoin('term as predicate_term', 'predicate_term.key', 'claim.predicate')
    .leftJoin('term as heading_term', 'heading_term.key', 'claim.heading')
    .innerJoin('term as extractor_term', 'extractor_term.key', 'claim.extractor')
    .leftJoin('claim as original', 'original.key', 'claim.duplicate_of')
    .selectAll('claim')
    .select(['note.path as note_path', 'note.note_id as note_note_id', 'note.title as note_title'])
    .select(['note.region as note_region', 'note.status as note_status', 'note.band as note_band'])
    .select(['subject_term.text as subject_text', 'predicate_term.text as predicate_text'])
    .select(['heading_term.text as heading_text', 'extractor_term.text as extractor_text'])
    .select('original.id as duplicate_id');

const live = () => joined().where('claim.recorded_until', 'is', null);

/** Retired claims that are not secret. */
const readable = () =>
  joined().where('claim.band', '<>', SECRET).where('claim.recorded_until', 'is not', null);

/** Whole claims. */
export const joinedQueries = {
  claimsWithIds: (ids: Value<string>) => joined().where('claim.id', 'in', listed<string>(ids)),
  claimsWithKeys: (keys: Value<string>) => joined().where('claim.key', 'in', listed(keys)),
  claimsInFileOrder: (keys: Value<string>) =>
    joined()
      .where('claim.key', 'in', listed(keys))
      .orderBy('note.path')
      .orderBy('claim.span_start')
      .orderBy('claim.id'),
  wholeClaim: (id: Value<string>) => joined().where('claim.id', '=', id),
  liveWholeClaims: () => live(),
  liveClaimsInOrder: (note: Value<number>) =>
    live().where('claim.note', '=', note).orderBy('claim.span_start').orderBy('claim.key'),
  readableHistoryOf: (note: Value<number>) => readable().where('claim.note', '=', note),
  readableHistoryBeside: (note: Value<number>) => readable().where('claim.note', '<>', note),
  readableHistorySince: (since: Value<number>) => readable().where('claim.recorded_until', '>=', since),
} as const;

import { edgeCodes } from '../../../model/codes.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import type { Described } from '../build/query-source.ts';
import { from, type QueryTables, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { listed, lit } from '../build/sqlite-parts.ts';

const { read, remove, set } = rowQueriesOver<Described>();

type OfClaims = {
  [Name in keyof QueryTables]: 'claim' extends keyof QueryTables[Name] ? Name : never;
}[keyof QueryTables];
type OfNotes = 'alias' | 'segment' | 'ledger_match';

/** All rows of claims in a table. */
const ofClaims = (table: Exclude<OfClaims, 'ledger_match'>) => (claims: Value<string>) =>
  from.deleteFrom(table as 'lapse').where('claim', 'in', listed(claims));
/** The notes at the given paths that have no claims. */
const emptyNotes = (paths: Value<string>) =>
  from
    .selectFrom('note')
    .select('key')
    .where('path', 'in', listed<string>(paths))
    .where('key', 'not in', from.selectFrom('claim').select('note'));
const ofEmptyNotes = (table: OfNotes) => (paths: Value<string>) =>
  from.deleteFrom(table as 'alias').where('note', 'in', emptyNotes(paths));
const deciding = [lit(edgeCodes.toCode('contradicts')), lit(edgeCodes.toCode('supersedes'))];

/** Removes claims and notes from the store; lists are in JSON. */
export const eraseQueries = {
  removeLapses: ofClaims('lapse'),
  removeFormerIds: ofClaims('former_id'),
  removeSlots: ofClaims('slot'),
  removeSlotKeys: ofClaims('slot_key'),
  removePastValidity: ofClaims('past_validity'),
  removeReferences: ofClaims('reference'),
  removeStatedBy: ofClaims('stated_edge'),
  removeUnrelated: ofClaims('unrelated'),
  removeClaims: remove('claim', ['key in']),
  /** Edges from or to claims; pass the list twice. */
  removeEdges: (sources: Value<string>, targets: Value<string>) =>
    from
      .deleteFrom('edge')
      .where((eb) => eb.or([eb('source', 'in', listed(sources)), eb('target', 'in', listed(targets))])),
  forgetOriginals: (keys: Value<string>) =>
    from
      .updateTable('claim')
      .set({ duplicate_of: lit(null) })
      .where('duplicate_of', 'in', listed(keys)),
  /** The states of the other claims were decided with these; pass the list twice. */
  relateOpponents: (targets: Value<string>, sources: Value<string>) =>
    from
      .insertInto('unrelated')
      .orIgnore()
      .columns(['claim'])
      .expression(() =>
        from
          .selectFrom('edge')
          .select('source as claim')
          .where('type', 'in', deciding)
          .where('target', 'in', listed(targets))
          .union(
            from
              .selectFrom('edge')
              .select('target as claim')
              .where('type', 'in', deciding)
              .where('source', 'in', listed(sources)),
          ),
      ),
  /** Sentences of pages with an edge to any of the claims, including ended ones, because history on a page depends on invalid claims. */
  sentencesOn: (claims: Value<string>) =>
    from
      .selectFrom('edge')
      .innerJoin('claim', 'claim.key', 'edge.source')
      .innerJoin('note', 'note.key', 'claim.note')
      .select(['claim.key', 'claim.id', 'claim.note'])
      .distinct()
      .where('note.type', '=', lit(DERIVED_NOTE))
      .where('edge.type', '=', lit(edgeCodes.toCode('derives')))
      .where('edge.target', 'in', listed(claims)),
  rereadPages: (notes: Value<string>) =>
    from
      .updateTable('note')
      .set({ mtime: lit(-1) })
      .where('type', '=', lit(DERIVED_NOTE))
      .where('key', 'in', listed(notes)),
  claimsOfIds: read('claim', ['key', 'id'], ['id in']),
  notesOfClaims: (claims: Value<string>) =>
    from.selectFrom('claim').select('note').distinct().where('key', 'in', listed(claims)),
  keepPlaces: (claims: Value<string>) =>
    from
      .insertInto('ledger_match')
      .orIgnore()
      .columns(['note', 'claim', 'target'])
      .expression(() =>
        from
          .selectFrom('claim')
          .select(['note', 'id as claim', 'id as target'])
          .where('key', 'in', listed(claims))
          .where('recorded_until', 'is', null),
      ),
  removeAliases: ofEmptyNotes('alias'),
  removeSegments: ofEmptyNotes('segment'),
  removeMatches: ofEmptyNotes('ledger_match'),
  removeEmptyNotes: (paths: Value<string>) => from.deleteFrom('note').where('key', 'in', emptyNotes(paths)),
  forgetFailures: remove('failure', ['path in']),
  emptyIndexes: () => from.updateTable('claim_index').set({ complete: lit(0) }),
  setTitle: set('note', ['title'], ['key']),
} as const;

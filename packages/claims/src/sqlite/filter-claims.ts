import { normaliseTerm } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import type { ClaimFilter } from '../claim-store.ts';
import { DERIVED_NOTE } from '../derived/derived-page.ts';
import { joinedClaims } from './claim-rows.ts';
import { bandCodes, edgeCodes, statusCodes } from './codes.ts';
import { queries, runQuery } from './query-builder.ts';

type ClaimQuery = ReturnType<typeof joinedClaims>;

/** The query of a filter, without order, page and limit. */
export function filterClaims(db: BetterSqlite3.Database, filter: ClaimFilter): ClaimQuery {
  let query = joinedClaims();
  if (filter.notePath !== undefined)
    query = query.where('note.path', '=', filter.notePath).where('note.gone_at', 'is', null);
  if (filter.noteId !== undefined) query = query.where('note.note_id', '=', filter.noteId);
  if (filter.region !== undefined) {
    const { region } = filter;
    query = query.where((eb) =>
      eb.or([
        eb('note.region', '=', region),
        eb(eb.fn<string>('substr', ['note.region', eb.val(1), eb.val(region.length + 1)]), '=', `${region}/`),
      ]),
    );
  }
  if (filter.derived !== true) query = query.where('note.type', 'is not', DERIVED_NOTE);
  if (filter.active === true) query = query.where('note.status', '<>', 'archived');
  if (filter.bands !== undefined) query = query.where('claim.band', 'in', filter.bands.map(bandCodes.toCode));
  if (filter.status !== undefined) {
    const statuses = typeof filter.status === 'string' ? [filter.status] : filter.status;
    query = query.where('claim.status', 'in', statuses.map(statusCodes.toCode));
  }
  if (filter.subject !== undefined || filter.predicate !== undefined) {
    query = query.where('claim.topic', 'in', findTopics(db, filter));
  }
  return filterTime(query, filter);
}

/** The clauses of `asOf` and `retired`: what Memora knew then, and what was valid then. */
function filterTime(query: ClaimQuery, filter: ClaimFilter): ClaimQuery {
  const { valid, known } = filter.asOf ?? {};
  let result = query;
  if (valid !== undefined) {
    const knownAt = known === undefined ? null : Date.parse(known);
    const [from, until] = [validityAt('valid_from', knownAt), validityAt('valid_until', knownAt)];
    result = result
      .where(sql<boolean>`(${from} IS NULL OR ${from} <= ${valid})`)
      .where(sql<boolean>`(${until} IS NULL OR ${until} > ${valid})`);
    result = knownAt === null ? notSupersededBy(result, valid) : notKnownSupersededBy(result, valid, knownAt);
  }
  if (known === undefined) {
    return filter.retired === true ? result : result.where('claim.recorded_until', 'is', null);
  }
  const at = Date.parse(known);
  return result
    .where('claim.recorded_from', '<=', at)
    .where((eb) => eb.or([eb('claim.recorded_until', 'is', null), eb('claim.recorded_until', '>', at)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('lapse')
            .select('lapse.claim')
            .whereRef('lapse.claim', '=', 'claim.key')
            .where('lapse.gone_from', '<=', at)
            .where('lapse.gone_until', '>', at),
        ),
      ),
    );
}

/** A bound of validity as it was known at an instant (milliseconds): what an edit has changed since is put back. */
function validityAt(column: 'valid_from' | 'valid_until', known: number | null) {
  const now = sql.ref(`claim.${column}`);
  if (known === null) return now;
  const past = sql`FROM past_validity WHERE past_validity.claim = claim.key AND past_validity.known_until > ${known}`;
  const then = sql`(SELECT ${sql.ref(`past_validity.${column}`)} ${past} ORDER BY past_validity.known_until LIMIT 1)`;
  return sql`CASE WHEN EXISTS (SELECT 1 ${past}) THEN ${then} ELSE ${now} END`;
}

/** Without the claims that something newer had ended by then, as it is known now. */
function notSupersededBy(query: ClaimQuery, valid: string): ClaimQuery {
  return query.where((eb) =>
    eb.or([eb('claim.superseded_at', 'is', null), eb('claim.superseded_at', '>', valid)]),
  );
}

/** The same as it was known at an earlier instant: by the `supersedes` edges that stood then. */
function notKnownSupersededBy(query: ClaimQuery, valid: string, known: number): ClaimQuery {
  return query.where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('edge')
          .select('edge.source')
          .whereRef('edge.target', '=', 'claim.key')
          .where('edge.type', '=', edgeCodes.toCode('supersedes'))
          .where('edge.recorded_from', '<=', known)
          .where((edge) =>
            edge.or([edge('edge.recorded_until', 'is', null), edge('edge.recorded_until', '>', known)]),
          )
          .where((edge) =>
            edge(edge.fn<string>('json_extract', ['edge.metadata', edge.val('$.at')]), '<=', valid),
          ),
      ),
    ),
  );
}

/** The topics about a subject (by any of its names) and, where given, a predicate. */
function findTopics(db: BetterSqlite3.Database, filter: ClaimFilter): number[] {
  let query = queries.selectFrom('topic').select('topic.key');
  if (filter.subject !== undefined) query = query.where('topic.subject', 'in', findNames(db, filter.subject));
  if (filter.predicate !== undefined) {
    query = query.where('topic.predicate', 'in', findTerms(db, [normaliseTerm(filter.predicate)]));
  }
  return runQuery(db, query).map((row) => row.key);
}

/** The term of a name, and those of the other names of the notes that bear it (title and aliases). */
function findNames(db: BetterSqlite3.Database, subject: string): number[] {
  const own = findTerms(db, [normaliseTerm(subject)]);
  const namesakes = queries.selectFrom('alias').select('alias.note').where('alias.name', 'in', own);
  const others = runQuery(
    db,
    queries.selectFrom('alias').select('alias.name').where('alias.note', 'in', namesakes),
  );
  return [...new Set([...own, ...others.map((row) => row.name)])];
}

function findTerms(db: BetterSqlite3.Database, texts: readonly string[]): number[] {
  return runQuery(db, queries.selectFrom('term').select('key').where('text', 'in', texts)).map(
    (row) => row.key,
  );
}

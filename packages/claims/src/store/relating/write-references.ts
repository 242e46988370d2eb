import { edgeCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { CITED } from '../../relate/read-references.ts';
import { prepareQuery, prepareValue, type Row } from '../queries/prepare-query.ts';

const DEPENDS_ON = edgeCodes.toCode('depends_on');
const DERIVES = edgeCodes.toCode('derives');

/** A sentence does not depend on more claims of one note than this: the first ones represent the note. */
const MOST_SOURCES = 64;

/** A citation of a claim names no note: notes cited together do not co-occur. Row keys begin at 1. */
const NO_NOTE = 0;

/** An edge stated in a text; `named` is the row key of the named note. */
type StatedEdge = Row<'statedBy'>;

/**
 * Updates the edges that texts state: from a claim to the note that it names, or the reverse. A note is represented by its first claim; a claim that depends on
 * a note depends on all its claims. A claim cited by id has a `derives` edge while it lives. Only changed claims and names are read. Returns the notes whose
 * co-occurrences may have changed: all that a note with a changed reference names or named.
 */
export function writeReferences(db: Sqlite.Database, now: number): Set<number> {
  const company = new Set<number>();
  const changed: number[] = [];
  const claims = prepareValue(db, 'claimsToRead').all();
  if (claims.length === 0) return company;
  const resolve = createResolver(db);
  const stored = prepareQuery(db, 'statedBy');
  const forget = prepareQuery(db, 'removeStated');
  const remember = prepareQuery(db, 'addStated');
  const edges = createEdgeWriter(db, now);
  const keyOf = ({ source, type, target }: StatedEdge) => `${source} ${type} ${target}`;
  for (const claim of claims) {
    const wanted = new Map(resolve(claim).map((edge) => [keyOf(edge), edge]));
    for (const edge of stored.all(claim)) {
      company.add(edge.named);
      if (wanted.delete(keyOf(edge))) continue;
      changed.push(claim);
      forget.run(claim, edge.source, edge.type, edge.target);
      edges.closeUnstated(edge);
    }
    if (wanted.size > 0) changed.push(claim);
    for (const edge of wanted.values()) {
      company.add(edge.named);
      remember.run(claim, edge.named, edge.source, edge.type, edge.target);
      edges.open(edge);
    }
  }
  for (const named of namedBeside(db, changed)) company.add(named);
  return company;
}

/** Returns every note that the notes of the claims name. */
function namedBeside(db: Sqlite.Database, claims: readonly number[]): number[] {
  return prepareValue(db, 'namedBeside').all(JSON.stringify(claims));
}

/** Returns the edges that a claim's text states now. */
function createResolver(db: Sqlite.Database): (claim: number) => StatedEdge[] {
  const references = prepareQuery(db, 'referencesOf');
  // If several notes have a name, the one with the shortest path is meant, as in links of a vault.
  const notes = prepareValue(db, 'notesNamed');
  // Prose or an explicit subject is preferred to a field's statement about the note. Never a secret claim,
  // because an open claim must not depend on one.
  const claimsOf = prepareValue(db, 'firstOfNote');
  const namedBy = new Map<string, readonly number[]>();
  const lookUp = (name: string): readonly number[] => {
    const known = namedBy.get(name) ?? notes.all(name);
    namedBy.set(name, known);
    return known;
  };
  const anchors = new Map<number, readonly number[]>();
  const anchorOf = (note: number): readonly number[] => {
    const known = anchors.get(note) ?? claimsOf.all(note, 1);
    anchors.set(note, known);
    return known;
  };
  // Not a claim of a generated page: nothing may depend on those.
  const cited = prepareValue(db, 'citedClaim');
  return (claim) =>
    references.all(claim).flatMap(({ name, type, outgoing, note }) => {
      if (type === DERIVES) {
        const id = name.slice(CITED.length);
        return cited
          .all(id, id)
          .filter((target) => target !== claim)
          .map((target) => ({ named: NO_NOTE, source: claim, type, target }));
      }
      const named = lookUp(name).filter((key) => key !== note);
      const meant = type === DEPENDS_ON ? named : named.slice(0, 1);
      return meant.flatMap((key) => {
        const others = type === DEPENDS_ON ? claimsOf.all(key, MOST_SOURCES) : anchorOf(key);
        return others
          .filter((other) => other !== claim)
          .map((other) =>
            outgoing === 1
              ? { named: key, source: claim, type, target: other }
              : { named: key, source: other, type, target: claim },
          );
      });
    });
}

/** Opens edges, and closes those that no claim's text states any more; nothing is deleted. */
function createEdgeWriter(db: Sqlite.Database, now: number) {
  const isStated = prepareQuery(db, 'isStated');
  const isOpen = prepareQuery(db, 'isEdgeOpen');
  const close = prepareQuery(db, 'closeOpenEdge');
  const insert = prepareQuery(db, 'openPlainEdge');
  return {
    open: ({ source, type, target }: StatedEdge): void => {
      if (isOpen.get(source, type, target) === undefined) insert.run(source, type, target, now);
    },
    closeUnstated: ({ source, type, target }: StatedEdge): void => {
      if (isStated.get(source, type, target) === undefined) close.run(now, source, type, target);
    },
  };
}

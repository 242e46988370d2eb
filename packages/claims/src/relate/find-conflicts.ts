import type { ClaimId } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { Frame } from '../judge/frame.ts';
import { judgePair } from '../judge/judge-pair.ts';
import { assertionCodes } from '../sqlite/codes.ts';
import type { StoredFrame } from './frame-index.ts';
import type { Canonicalise } from './frame-keys.ts';
import { configuredRelation, type PredicateValues } from './predicate-values.ts';
import type { Conflict } from './resolve-conflicts.ts';

/** A live claim with its frame, under one key. */
interface Member {
  readonly key: number;
  readonly id: ClaimId;
  readonly note: number;
  readonly body: string;
  readonly frame: Frame;
  readonly field: boolean;
}

type Row = Pick<Member, 'key' | 'note' | 'body'> & { readonly id: string };

/** A conflict with the row keys of its two claims. */
export interface FoundConflict extends Conflict {
  readonly aKey: number;
  readonly bKey: number;
}

/**
 * More different things than this said under one key make it a key of many values (a log, a list): such keys are left alone,
 * which also bounds the pairs that are judged.
 */
const MOST_VALUES = 48;

/** Reads and judges the claims under one key. The outcome depends on the set of claims alone. */
export function createConflictFinder(
  db: BetterSqlite3.Database,
  canonicalise: Canonicalise,
  predicates: PredicateValues,
) {
  const asserted = assertionCodes.toCode('asserted');
  const select = db.prepare<[number, number], Row>(
    `SELECT claim.key, claim.id, claim.note, frame.body FROM frame_key JOIN claim ON claim.key = frame_key.claim
     JOIN frame ON frame.claim = claim.key JOIN note ON note.key = claim.note
     WHERE frame_key.key = ? AND claim.recorded_until IS NULL AND claim.assertion = ? AND claim.status <> 4
     AND note.status <> 'archived' ORDER BY claim.id`,
  );
  return (frameKey: number): FoundConflict[] => {
    const rows = select.all(frameKey, asserted);
    if (rows.length < 2) return [];
    const bodies = Map.groupBy(rows, (row) => row.body);
    if (bodies.size < 2 || bodies.size > MOST_VALUES || isRepeated(bodies)) return [];
    const groups = [...bodies.values()].map((same) =>
      same.map((row) => toMember(row, canonicalise, predicates)),
    );
    const found: FoundConflict[] = [];
    for (const [i, first] of groups.entries()) {
      for (const second of groups.slice(i + 1)) found.push(...conflictsBetween(first, second));
    }
    return found;
  };
}

/**
 * Learned from the notes: a field that one note gives several values takes several, wherever it stands (`Fixed: …` of a changelog).
 */
function isRepeated(bodies: ReadonlyMap<string, readonly Row[]>): boolean {
  const valuesByNote = new Map<number, number>();
  for (const [body, rows] of bodies) {
    if (!(JSON.parse(body) as StoredFrame).field) continue;
    for (const note of new Set(rows.map((row) => row.note))) {
      const values = (valuesByNote.get(note) ?? 0) + 1;
      if (values > 1) return true;
      valuesByNote.set(note, values);
    }
  }
  return false;
}

/** Claims with the same frame share one verdict; each of the one conflicts with each of the other. */
function conflictsBetween(first: readonly Member[], second: readonly Member[]): FoundConflict[] {
  const [a, b] = [first[0] as Member, second[0] as Member];
  const verdict = judgePair(a.frame, b.frame);
  if (verdict.verdict !== 'conflict') return [];
  const { reason, singleValued } = verdict;
  return first.flatMap((x) =>
    second.map((y) => ({ a: x.id, b: y.id, aKey: x.key, bKey: y.key, reason, singleValued })),
  );
}

function toMember(row: Row, canonicalise: Canonicalise, predicates: PredicateValues): Member {
  const { frame, field } = JSON.parse(row.body) as StoredFrame;
  const subject = canonicalise(frame.subject);
  return {
    ...row,
    id: row.id as ClaimId,
    frame: { ...frame, subject, relation: configuredRelation(frame, predicates) },
    field,
  };
}

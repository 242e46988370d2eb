import type { ClaimId } from '@memora/core';
import { precisionCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { shortHash } from '../../prepare/short-hash.ts';
import type { ConflictReason } from '../../relate/conflict-reason.ts';
import { NO_PREDICATES, type PredicateValues } from '../../relate/predicate-values.ts';
import { compareStarts } from '../../relate/time-range.ts';
import type { Overruling } from '../changes/create-overruling.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { SLOT_KINDS, SLOT_RULES, type SlotRow } from './read-relating.ts';
import { createSlotHabits } from './slot-habits.ts';

/** A live claim with a key. */
interface SlotMember extends Pick<SlotRow, 'predicate' | 'value' | 'kind' | 'single'> {
  readonly key: number;
  readonly id: ClaimId;
  readonly note: number;
  readonly valid_from: string | null;
  readonly precision: number;
}

/** Two claims that can't both hold, by row key. Their order has no meaning. */
export interface FoundConflict {
  readonly a: number;
  readonly b: number;
  readonly reason: ConflictReason;
}

interface FinderOptions {
  readonly predicates?: PredicateValues | undefined;
  /** A judge's verdict on two claims overrides the rules here. */
  readonly isOverruled: Overruling;
}

/** More different values than this in one place are a series: a log, or a form that is filled in every week. */
const MOST_VALUES = 8;
/** More claims than this with one key are boilerplate of a template. */
const MOST_CLAIMS = 128;

/** Creates a finder for claims with one key and different values in one place. The result depends on the set of claims only. */
export function createSlotFinder(
  db: Sqlite.Database,
  { predicates = NO_PREDICATES, isOverruled }: FinderOptions,
  more?: SlotMember,
): (slotKey: number) => FoundConflict[] {
  const select = prepareQuery(db, 'slotMembers');
  const isState = createSlotHabits(db);
  const [single, multi] = [toHashes(predicates.single), toHashes(predicates.multi)];
  return (slotKey) => {
    const stored = select.all(slotKey, MOST_CLAIMS + 1) as SlotMember[];
    const members = [...stored, ...(more === undefined ? [] : [more])];
    const [first] = members;
    if (first === undefined || members.length > MOST_CLAIMS || multi.has(first.predicate)) return [];
    if (members.some(isOwnDay)) return [];
    const isSingle = single.has(first.predicate);
    const groups = [...Map.groupBy(members, ({ value }) => value).values()];
    if (groups.length < 2 || groups.length > MOST_VALUES) return [];
    const isSure = members.every((member) =>
      isState(SLOT_RULES[member.single] ?? 'config', member.predicate),
    );
    if (!isSingle && (!isSure || hasSeveral(members))) return [];
    return groups.flatMap((group, i) =>
      groups
        .slice(i + 1)
        .flatMap((other) =>
          group.flatMap((a) =>
            other.flatMap((b) =>
              isOverruled(a.key, b.key) ? [] : [{ a: a.key, b: b.key, reason: reasonOf(a) }],
            ),
          ),
        ),
    );
  };
}

/** True for "Date: 1 June 2026" in the minutes of that day: it dates the note. */
function isOwnDay({ kind, value, valid_from: day }: SlotMember): boolean {
  return SLOT_KINDS[kind] === 'date' && day !== null && shortHash(day) === value;
}

/** Learned from the notes: a key that has several values at one time in one note is multi-valued everywhere. */
function hasSeveral(members: readonly SlotMember[]): boolean {
  return [...Map.groupBy(members, ({ note }) => note).values()].some((own) =>
    own.some((a, i) => own.slice(i + 1).some((b) => a.value !== b.value && !isHistory(a, b))),
  );
}

/** True for two values in one note that its headings or dates put in order; a value that is a date may be its own beginning. */
function isHistory(a: SlotMember, b: SlotMember): boolean {
  return SLOT_KINDS[a.kind] !== 'date' && compareStarts(toDated(a), toDated(b)) !== 0;
}

function toDated({ valid_from: validFrom, precision }: SlotMember) {
  return { validFrom, precision: precisionCodes.toName(precision) };
}

function reasonOf({ kind }: SlotMember): ConflictReason {
  const name = SLOT_KINDS[kind];
  return name === 'number' || name === 'date' ? name : 'value';
}

function toHashes(names: ReadonlySet<string>): ReadonlySet<number> {
  return new Set([...names].map(shortHash));
}

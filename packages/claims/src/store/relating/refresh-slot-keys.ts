import { normaliseTerm } from '@memora/core';
import { createEntityResolver } from '../../entities/create-entity-resolver.ts';
import type { EntityEntry } from '../../entities/parse-entities.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { shortHash } from '../../prepare/short-hash.ts';
import { readEntityNames } from '../entities/read-entity-names.ts';
import { prepareQuery, prepareValue, type Row } from '../queries/prepare-query.ts';
import type { SlotRow } from './read-relating.ts';
import { readLearnedKeys } from './slot-habits.ts';

/** The meaning of names in a vault. */
interface EntityLookup {
  /** Returns the entity of a name; null if it names none. */
  readonly entityOf: (name: string) => string | null;
  /** True if only one note has the name: notes of two folders with the same title are two things. */
  readonly isOfOneNote: (name: string) => boolean;
}

/** Returns the key by which a slot is compared with others; null for a sentence without a named subject. */
export function slotKey(
  { name, resolved, place, thing }: Pick<SlotRow, 'name' | 'resolved' | 'place' | 'thing'>,
  { entityOf, isOfOneNote }: EntityLookup,
): number | null {
  if (name === null) return place;
  const entity = entityOf(name);
  if (thing !== null) return entity !== null && isOfOneNote(name) ? shortHash(`${thing} ${entity}`) : place;
  const meant = entity ?? (resolved === 1 ? name : null);
  return meant === null ? null : shortHash(`${place} ${meant}`);
}

/** Updates the keys of the claims to relate by their slots and the notes' names. Returns the keys with added or removed claims that can change a result. */
export function refreshSlotKeys(
  db: Sqlite.Database,
  entries: readonly EntityEntry[] = [],
): ReadonlySet<number> {
  const lookup = createEntityLookup(db, entries);
  const keys = new Set<number>();
  const remove = prepareQuery(db, 'removeSlotKey');
  const insert = prepareQuery(db, 'addSlotKey');
  const old = readOldKeys(db);
  for (const row of dueSlots(db)) {
    const before = old(row.claim);
    const now = row.place === null ? null : slotKey({ ...row, place: row.place }, lookup);
    if (now !== null) keys.add(now);
    if (now !== null && now !== before) insert.run(now, row.claim);
    if (before === undefined || before === now) continue;
    keys.add(before);
    remove.run(before, row.claim);
  }
  return new Set([...sharedKeys(db, keys), ...(keys.size === 0 ? [] : readLearnedKeys(db))]);
}

/**
 * Looks up the entity that the user gave a name to, else the title of the one note with the name; a name shared by notes with different titles means none of
 * them.
 */
export function createEntityLookup(db: Sqlite.Database, entries: readonly EntityEntry[] = []): EntityLookup {
  const { titlesOf, namesOf, notesOf } = readEntityNames(db);
  const resolve = createEntityResolver({ titlesOf, namesOf, mentions: () => false, entries });
  const isNamed = (name: string) => entries.length > 0 || titlesOf(name).length > 0;
  const known = new Map<string, string | null>();
  const entityOf = (name: string): string | null => {
    let entity = known.get(name);
    if (entity === undefined) {
      const found = isNamed(name) ? resolve(name, '') : null;
      entity =
        found === null || (found.name === name && titlesOf(name).length === 0)
          ? null
          : normaliseTerm(found.name);
      known.set(name, entity);
    }
    return entity;
  };
  return { entityOf, isOfOneNote: (name) => notesOf(name) === 1 };
}

type DueSlot = Row<'dueSlots'>;

/** Yields the claims to relate, with their slots; a few thousand at a time in memory. */
function* dueSlots(db: Sqlite.Database): Generator<DueSlot> {
  const page = prepareQuery(db, 'dueSlots');
  let rows = page.all(-1, MANY);
  while (rows.length > 0) {
    yield* rows;
    rows = page.all(rows.at(-1)?.claim ?? Number.MAX_SAFE_INTEGER, MANY);
  }
}

/** Returns the stored key of a claim; if most claims are due, all keys are read at once. */
function readOldKeys(db: Sqlite.Database): (claim: number) => number | undefined {
  const due = prepareValue(db, 'countUnrelated').get() ?? 0;
  if (due < MANY) {
    const find = prepareValue(db, 'slotKeyOf');
    return (claim) => find.get(claim);
  }
  const rows = prepareQuery(db, 'slotKeys').iterate();
  const keyOf = new Map([...rows].map(({ key, claim }) => [claim, key]));
  return (claim) => keyOf.get(claim);
}

const MANY = 5_000;

/** Only a key that two claims share, or that has earlier edges, can change a result. */
function sharedKeys(db: Sqlite.Database, keys: ReadonlySet<number>): ReadonlySet<number> {
  return new Set(prepareValue(db, 'sharedSlotKeys').all(JSON.stringify([...keys])));
}

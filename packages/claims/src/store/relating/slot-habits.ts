import type * as Sqlite from '../../model/sqlite-database.ts';
import type { SlotRule } from '../../relate/slots/read-slot.ts';
import { SLOT_RULES, type SlotRow } from './read-relating.ts';

/** How often two neighbours in one place, by date, have the same value, and how often another: a place that changed once is not a log. */
interface Habit {
  readonly same: number;
  readonly other: number;
}

/** The rule that depends on the key's values in the rest of the vault. */
const MOSTLY = SLOT_RULES.indexOf('mostly');

/** Decides if two values of a key conflict, by its rule and by the key's values elsewhere in the vault. The vault is read once, on first use. */
export function createSlotHabits(db: Sqlite.Database): (rule: SlotRule, predicate: number) => boolean {
  let habits: ReadonlyMap<number, Habit> | undefined;
  return (rule, predicate) => {
    if (rule !== 'mostly') return rule === 'always';
    habits ??= readHabits(db);
    const { same, other } = habits.get(predicate) ?? { same: 0, other: 0 };
    return other <= same;
  };
}

function readHabits(db: Sqlite.Database): ReadonlyMap<number, Habit> {
  const rows = db
    .prepare<[], Pick<SlotRow, 'predicate' | 'value'> & { key: number }>(
      `SELECT slot_key.key, slot.predicate, slot.value FROM slot_key JOIN slot ON slot.claim = slot_key.claim JOIN claim ON claim.key = slot.claim
       WHERE slot.single = ${MOSTLY} AND claim.recorded_until IS NULL ORDER BY slot_key.key, claim.valid_from, claim.id`,
    )
    .iterate();
  const habits = new Map<number, Habit>();
  let before: { key: number; value: number; hasChanged: boolean } | undefined;
  for (const row of rows) {
    const isSame = before?.value === row.value;
    const isPlace = before?.key === row.key;
    if (isPlace && (isSame || before?.hasChanged === true)) {
      const { same, other } = habits.get(row.predicate) ?? { same: 0, other: 0 };
      habits.set(row.predicate, { same: same + Number(isSame), other: other + Number(!isSame) });
    }
    before = { ...row, hasChanged: isPlace && (before?.hasChanged === true || !isSame) };
  }
  return habits;
}

/** Returns the keys with several values whose rule depends on the rest of the vault: any added or removed note may change their results. */
export function readLearnedKeys(db: Sqlite.Database): number[] {
  return db
    .prepare<[], number>(
      `SELECT slot_key.key FROM slot_key JOIN slot ON slot.claim = slot_key.claim WHERE slot.single = ${MOSTLY}
       GROUP BY slot_key.key HAVING count(DISTINCT slot.value) > 1`,
    )
    .pluck()
    .all();
}

import type * as Sqlite from '../../model/sqlite-database.ts';
import type { SlotRule } from '../../relate/slots/read-slot.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

/**
 * How often two values that follow each other by date in one place are the same, and how often they differ: a
 * place that changed once is not a log.
 */
interface Habit {
  readonly same: number;
  readonly other: number;
}

/**
 * Decides whether two values of a key conflict, by its rule and by the key's values elsewhere in the vault.
 * The vault is read once, on first use.
 */
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
  const rows = prepareQuery(db, 'slotHabits').iterate();
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
  return prepareValue(db, 'learnedKeys').all();
}

import type { Schema } from '../schema/tables.ts';
import { from, type Value } from './query-source.ts';
import { lit } from './sqlite-parts.ts';

/** Values of the store, its interned texts, and its indexes. */
export const storeQueries = {
  readMeta: (name: Value<string>) => from.selectFrom('meta').select('value').where('name', '=', name),
  writeMeta: (name: Value<string>, value: Value<Schema['meta']['value']>) =>
    from.insertInto('meta').orReplace().values({ name, value }),
  forgetMeta: (name: Value<string>) => from.deleteFrom('meta').where('name', '=', name),
  noteIdsAreDue: () =>
    from
      .insertInto('meta')
      .orReplace()
      .values({ name: lit('note_ids_due'), value: lit(1) }),
  findTerm: (text: Value<string>) => from.selectFrom('term').select('key').where('text', '=', text),
  addTerm: (text: Value<string>) =>
    from
      .insertInto('term')
      .values({ text })
      .onConflict((conflict) => conflict.doNothing()),
  findTopic: (subject: Value<number>, predicate: Value<number>) =>
    from.selectFrom('topic').select('key').where('subject', '=', subject).where('predicate', '=', predicate),
  addTopic: (subject: Value<number>, predicate: Value<number>) =>
    from
      .insertInto('topic')
      .values({ subject, predicate })
      .onConflict((conflict) => conflict.doNothing()),
  isComplete: (name: Value<string>, version: Value<number>) =>
    from.selectFrom('claim_index').select('complete').where('name', '=', name).where('version', '=', version),
  completeIndex: (name: Value<string>, version: Value<number>) =>
    from
      .updateTable('claim_index')
      .set({ complete: lit(1) })
      .where('name', '=', name)
      .where('version', '=', version),
} as const;

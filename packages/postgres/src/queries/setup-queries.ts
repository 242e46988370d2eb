import { lit, type Value } from '@memora/claims/queries';
import { add, addNew, from } from './team-rows.ts';

type Text = Value<string>;

const keeper = () => from.selectFrom('workspace').select('id').where('keeps_global', '=', lit(true));

/** What `team init` writes. */
export const setupQueries = {
  newestMigration: () => from.selectFrom('migration').select(({ fn }) => fn.max('number').as('number')),
  addMigration: add('migration', ['number']),
  addNewWorkspace: addNew('workspace', ['name']),
  keepGlobal: (name: Text) =>
    from
      .updateTable('workspace')
      .set({ keeps_global: lit(true) })
      .where('name', '=', name)
      .where('id', '<>', lit(0))
      .where(({ exists, not }) => not(exists(keeper()))),
  /** Nobody administers these workspaces yet: the one of a name, and that of the global scope, if the named one keeps it. */
  unadministered: (name: Text) =>
    from
      .selectFrom('workspace')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('name', '=', name),
          eb.and([eb('id', '=', lit(0)), eb.exists(keeper().where('name', '=', name))]),
        ]),
      )
      .where('id', 'not in', from.selectFrom('member').select('workspace').where('role', '=', lit('admin'))),
  limitWorkspace: (
    name: Text,
    notes: Value<number | null>,
    bytes: Value<number | null>,
    scopeNotes: Value<number | null>,
    scopeBytes: Value<number | null>,
  ) =>
    from
      .updateTable('workspace')
      .set(({ fn }) => ({
        most_notes: fn.coalesce(notes, 'most_notes'),
        most_bytes: fn.coalesce(bytes, 'most_bytes'),
        most_scope_notes: fn.coalesce(scopeNotes, 'most_scope_notes'),
        most_scope_bytes: fn.coalesce(scopeBytes, 'most_scope_bytes'),
      }))
      .where('name', 'in', [name, lit('@global')]),
  setKey: (name: Text, key: Value<Buffer>) =>
    from
      .updateTable('workspace')
      .set({ seal_key: key })
      .where((eb) =>
        eb.or([eb('name', '=', name), eb.and([eb('name', '=', lit('@global')), eb('seal_key', 'is', null)])]),
      ),
  forgetIdentities: () =>
    from
      .updateTable('workspace')
      .set({ embedder_identity: lit(null) })
      .where('embedder_identity', 'is not', null),
  addSigningKey: addNew('signing_key', ['id', 'inner_pad', 'outer_pad']),
  removeOtherKeys: (id: Text) =>
    from
      .deleteFrom('signing_key')
      .where('id', '<>', id)
      .where((eb) => eb.not(eb.fn<boolean>('starts_with', ['id', lit('@')]))),
} as const;

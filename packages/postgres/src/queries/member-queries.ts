import { lit, type Value } from '@memora/claims/queries';
import { add, addNew, from, put, read, remove, set } from './team-rows.ts';

type Text = Value<string>;

/** Workspaces, members, groups and scopes. */
export const memberQueries = {
  workspaceNamed: read('workspace', ['id'], ['name']),
  membersOf: read('member', ['principal', 'is_group', 'role'], ['workspace'], ['principal', 'is_group']),
  putMember: put(
    'member',
    ['workspace', 'principal', 'is_group', 'role'],
    ['workspace', 'principal', 'is_group'],
  ),
  removeMember: remove('member', ['workspace', 'principal', 'is_group']),
  leaveGroups: remove('group_member', ['workspace', 'principal']),
  groupMembersOf: read('group_member', ['name', 'principal'], ['workspace'], ['name', 'principal']),
  addToGroup: addNew('group_member', ['workspace', 'name', 'principal']),
  removeFromGroup: remove('group_member', ['workspace', 'name', 'principal']),
  addAudit: add('audit', ['workspace', 'principal', 'act', 'detail']),
  addScope: addNew('scope', ['workspace', 'kind', 'owner']),
  scopesOf: read(
    'scope',
    ['kind', 'owner', 'epoch', 'left_at'],
    ['workspace', 'erased_at null'],
    ['kind desc', 'owner'],
  ),
  scopeLeft: read('scope', ['id'], ['workspace', 'kind', 'owner', 'left_at set', 'erased_at null']),
  epochOf: read('scope', ['epoch'], ['id']),
  /** A running round may have read the notes before a write. */
  epochToCome: (id: Value<number>) =>
    from
      .selectFrom('scope')
      .select((eb) =>
        eb(
          'epoch',
          '+',
          eb.case().when('leased_until', '>', eb.fn<Date>('clock_timestamp')).then(lit(2)).else(lit(1)).end(),
        ).as('epoch'),
      )
      .where('id', '=', id),
  upkeepOf: (id: Value<number>) => upkeep().where('id', '=', id),
  upkeepOfAll: () => upkeep().where('epoch', '>', lit(0)).orderBy('id'),
  /** The transaction up to which everything is visible, and whether all notes of a scope are to be read. */
  readFrom: (id: Value<number>) =>
    from
      .selectFrom('scope')
      .select((eb) => [
        eb.cast<string>(eb.fn('pg_snapshot_xmin', [eb.fn('pg_current_snapshot')]), 'text').as('seen'),
        eb('notes_at', 'is', null).as('unread'),
      ])
      .where('id', '=', id),
  scopesThatStand: read('scope', ['id'], ['id any', 'erased_at null']),
  lockWorkspace: (name: Text) =>
    from.selectFrom('workspace').select('id').where('name', '=', name).forUpdate(),
  fenceOff: (workspace: Value<number>) =>
    from
      .updateTable('scope')
      .set((eb) => ({ fence: eb('fence', '+', lit(1)), holder: lit(null), leased_until: lit(null) }))
      .where('workspace', '=', workspace)
      .returning('id'),
  removeGlobalMembers: (workspace: Value<number>) =>
    from
      .deleteFrom('member')
      .where('workspace', '=', lit(0))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('workspace')
            .select('id')
            .where('id', '=', workspace)
            .where('keeps_global', '=', lit(true)),
        ),
      ),
  removeWorkspace: remove('workspace', ['id']),
  setNotesAt: set('scope', ['notes_at'], ['id']),
} as const;

function upkeep() {
  return from
    .selectFrom('scope')
    .select(({ fn }) => ['id', 'epoch', 'upkeep', fn<Date>('clock_timestamp').as('now')]);
}

import type { ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { callFunction } from '../queries/call-function.ts';
import { checkGroupName } from './scopes.ts';

/** The rights of a member: read; also write the workspace's notes; or also administer it. */
export type MemberRole = 'reader' | 'writer' | 'admin';

export interface TeamMember {
  /** The name of a principal, or of a group. */
  readonly principal: string;
  readonly isGroup: boolean;
  readonly role: MemberRole;
}

/** The acting principal and its workspace. */
export interface Acting {
  readonly source: ConnectionSource;
  readonly principal: Principal;
  readonly workspace: string;
}

const HERE = '(SELECT id FROM memora.workspace WHERE name = $1)';

/** Lists the members of a workspace by name. For administrators. */
export function listMembers(acting: Acting): Promise<TeamMember[]> {
  return administer(acting, (db) =>
    db.query<TeamMember>(
      `SELECT principal, is_group AS "isGroup", role FROM memora.member WHERE workspace = ${HERE} ORDER BY principal, is_group`,
      [acting.workspace],
    ),
  );
}

/** Adds a member, or changes a member's role. */
export async function addMember(acting: Acting, { principal, isGroup, role }: TeamMember): Promise<void> {
  await administer(acting, async (db) => {
    if (!isGroup && (await hasLeft(db, acting.workspace, principal)))
      throw teamError(
        'TEAM_SCOPE_LEFT',
        `the notes of a ${JSON.stringify(principal)} who has left can no longer be changed`,
        `Erase them with \`memora team erase-user ${principal}\`, or give them back with \`memora team scope reopen ${principal}\`.`,
      );
    await db.rows(
      `INSERT INTO memora.member (workspace, principal, is_group, role) VALUES (${HERE}, $2, $3, $4)
       ON CONFLICT (workspace, principal, is_group) DO UPDATE SET role = excluded.role`,
      [acting.workspace, principal, isGroup, role],
    );
    await record(db, acting, 'member add', { role, isGroup, member: principal });
  });
}

/**
 * Removes a member and closes their own scope. Their notes stay until erased; uploads that were not read yet
 * are erased. Returns false if there was no such member.
 */
export function removeMember(
  acting: Acting,
  { principal, isGroup }: Omit<TeamMember, 'role'>,
): Promise<boolean> {
  return administer(acting, async (db) => {
    const gone = await db.rows(
      `DELETE FROM memora.member WHERE workspace = ${HERE} AND principal = $2 AND is_group = $3 RETURNING 1`,
      [acting.workspace, principal, isGroup],
    );
    if (!isGroup) {
      await callFunction(db, 'close_scope', principal, false, true);
      await callFunction(db, 'drop_uploads', principal);
      // A member who returns is in no group until added again.
      await db.rows(`DELETE FROM memora.group_member WHERE workspace = ${HERE} AND principal = $2`, [
        acting.workspace,
        principal,
      ]);
    }
    await record(db, acting, 'member remove', { isGroup, member: principal });
    return gone.length > 0;
  });
}

/** A scope as administrators see it; a group's scope has the group's name. */
export interface ScopeSummary {
  readonly kind: 'global' | 'workspace' | 'user' | 'group';
  readonly owner: string;
  readonly epoch: number;
  /** When its owner's membership ended, ISO 8601; null for a member. */
  readonly leftAt: string | null;
}

/** Lists the scopes of a workspace. For administrators. */
export function listScopes(acting: Acting): Promise<ScopeSummary[]> {
  return administer(acting, async (db) => {
    const rows = await db.query<Omit<ScopeSummary, 'leftAt'> & { leftAt: Date | null }>(
      `SELECT kind, owner, epoch, left_at AS "leftAt" FROM memora.scope WHERE workspace = ${HERE} AND erased_at IS NULL ORDER BY kind DESC, owner`,
      [acting.workspace],
    );
    return rows.map((row) => ({ ...row, leftAt: row.leftAt?.toISOString() ?? null }));
  });
}

/** Closes the scope of a former member or of a group, or reopens it. Returns false if there is none. */
export function closeUserScope(
  acting: Acting,
  owner: string,
  isClosed: boolean,
  isGroup = false,
): Promise<boolean> {
  return administer(acting, async (db) => {
    const isChanged = await callFunction(db, 'close_scope', owner, isGroup, isClosed);
    await record(db, acting, isClosed ? 'scope close' : 'scope reopen', {});
    return isChanged === true;
  });
}

async function hasLeft(db: Connection, workspace: string, owner: string): Promise<boolean> {
  const rows = await db.rows(
    `SELECT 1 FROM memora.scope WHERE workspace = ${HERE} AND kind = 'user' AND owner = $2 AND left_at IS NOT NULL AND erased_at IS NULL`,
    [workspace, owner],
  );
  return rows.length > 0;
}

/**
 * Creates a scope for a principal's own notes, or for a group's. Returns false if it exists; group names are compared without case. Throws
 * `TEAM_GROUP_INVALID`.
 */
export function addUserScope(acting: Acting, owner: string, isGroup = false): Promise<boolean> {
  if (isGroup) checkGroupName(owner);
  return administer(acting, async (db) => {
    const made = await db.rows(
      `INSERT INTO memora.scope (workspace, kind, owner) VALUES (${HERE}, $2, $3) ON CONFLICT DO NOTHING RETURNING id`,
      [acting.workspace, isGroup ? 'group' : 'user', owner],
    );
    await record(db, acting, 'scope add', {});
    return made.length > 0;
  });
}

/** A member of a group. */
export interface GroupMember {
  readonly group: string;
  readonly principal: string;
}

/** Lists group members by name: those stored in the database, not those named by tokens. For administrators. */
export function listGroupMembers(acting: Acting): Promise<GroupMember[]> {
  return administer(acting, (db) =>
    db.query<GroupMember>(
      `SELECT name AS "group", principal FROM memora.group_member WHERE workspace = ${HERE} ORDER BY name, principal`,
      [acting.workspace],
    ),
  );
}

/**
 * Adds a person to a group, or removes them, effective with the next question. Returns false if nothing
 * changed. For administrators.
 */
export function changeGroup(
  acting: Acting,
  { group, principal }: GroupMember,
  act: 'add' | 'remove',
): Promise<boolean> {
  return administer(acting, async (db) => {
    const changed = await db.rows(
      act === 'add'
        ? `INSERT INTO memora.group_member (workspace, name, principal) VALUES (${HERE}, $2, $3) ON CONFLICT DO NOTHING RETURNING 1`
        : `DELETE FROM memora.group_member WHERE workspace = ${HERE} AND name = $2 AND principal = $3 RETURNING 1`,
      [acting.workspace, group, principal],
    );
    await record(db, acting, `group ${act}`, { group, member: principal });
    return changed.length > 0;
  });
}

type Connection = Parameters<Parameters<typeof transactionAs>[2]>[0];

/** Runs work as an administrator of the workspace; throws `TEAM_RIGHTS_MISSING` for anyone else. */
export async function administer<Result>(
  { source, principal, workspace }: Acting,
  work: (db: Connection) => Promise<Result>,
): Promise<Result> {
  return transactionAs(source, { role: 'admin', principal, workspace }, async (db) => {
    if ((await callFunction(db, 'administered'))?.length) return work(db);
    throw teamError(
      'TEAM_RIGHTS_MISSING',
      'only an administrator of the workspace may do that',
      'Ask one of them. The first is the NAME of `memora team init --admin NAME`.',
    );
  });
}

/** Records who did what, without note names or text. */
export async function record(
  db: Connection,
  { principal, workspace }: Acting,
  act: string,
  detail: object,
): Promise<void> {
  await db.rows(
    `INSERT INTO memora.audit (workspace, principal, act, detail)
     SELECT id, $2, $3, $4::jsonb FROM memora.workspace WHERE name = $1`,
    [workspace, principal.name, act, JSON.stringify(detail)],
  );
}

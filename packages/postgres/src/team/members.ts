import type { ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { ask, askOne } from '../queries/ask.ts';
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

/** Lists the members of a workspace by name. For administrators. */
export function listMembers(acting: Acting): Promise<TeamMember[]> {
  return administer(acting, async (db, here) =>
    (await ask(db, 'membersOf', here)).map(({ principal, is_group: isGroup, role }) => ({
      ...{ principal, isGroup, role: role as MemberRole },
    })),
  );
}

/** Adds a member, or changes a member's role. */
export async function addMember(acting: Acting, { principal, isGroup, role }: TeamMember): Promise<void> {
  await administer(acting, async (db, here) => {
    if (!isGroup && (await askOne(db, 'scopeLeft', here, 'user', principal)) !== undefined)
      throw teamError(
        'TEAM_SCOPE_LEFT',
        `the notes of a ${JSON.stringify(principal)} who has left can no longer be changed`,
        `Erase them with \`memora team erase-user ${principal}\`, or give them back with \`memora team scope reopen ${principal}\`.`,
      );
    await ask(db, 'putMember', here, principal, isGroup, role);
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
  return administer(acting, async (db, here) => {
    const gone = await ask(db, 'removeMember', here, principal, isGroup);
    if (!isGroup) {
      await callFunction(db, 'close_scope', principal, false, true);
      await callFunction(db, 'drop_uploads', principal);
      // A member who returns is in no group until added again.
      await ask(db, 'leaveGroups', here, principal);
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
  return administer(acting, async (db, here) =>
    (await ask(db, 'scopesOf', here)).map(({ kind, owner, epoch, left_at: leftAt }) => ({
      ...{ kind: kind as ScopeSummary['kind'], owner, epoch, leftAt: leftAt?.toISOString() ?? null },
    })),
  );
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

/**
 * Creates a scope for a principal's own notes, or for a group's. Returns false if it exists; group names are compared without case. Throws
 * `TEAM_GROUP_INVALID`.
 */
export function addUserScope(acting: Acting, owner: string, isGroup = false): Promise<boolean> {
  if (isGroup) checkGroupName(owner);
  return administer(acting, async (db, here) => {
    const made = await ask(db, 'addScope', here, isGroup ? 'group' : 'user', owner);
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
  return administer(acting, async (db, here) =>
    (await ask(db, 'groupMembersOf', here)).map(({ name: group, principal }) => ({ group, principal })),
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
  return administer(acting, async (db, here) => {
    const change = act === 'add' ? 'addToGroup' : 'removeFromGroup';
    const changed = await ask(db, change, here, group, principal);
    await record(db, acting, `group ${act}`, { group, member: principal });
    return changed.length > 0;
  });
}

type Connection = Parameters<Parameters<typeof transactionAs>[2]>[0];

/** The id of no workspace: who administers only @global elsewhere sees none here. */
const NOWHERE = -1;

/** Runs work as an administrator of the workspace; throws `TEAM_RIGHTS_MISSING` for anyone else. */
export async function administer<Result>(
  { source, principal, workspace }: Acting,
  work: (db: Connection, workspaceId: number) => Promise<Result>,
): Promise<Result> {
  return transactionAs(source, { role: 'admin', principal, workspace }, async (db) => {
    const [administered, here] = await Promise.all([
      callFunction(db, 'administered'),
      askOne(db, 'workspaceNamed', workspace),
    ]);
    if (administered?.length) return work(db, here?.id ?? NOWHERE);
    throw teamError(
      'TEAM_RIGHTS_MISSING',
      'only an administrator of the workspace may do that',
      'Ask one of them. The first is the NAME of `memora team init --admin NAME`.',
    );
  });
}

/** Records who did what, without note names or text. Returns false if there is no such workspace. */
export async function record(
  db: Connection,
  { principal, workspace }: Omit<Acting, 'source'>,
  act: string,
  detail: object,
): Promise<boolean> {
  const here = await askOne(db, 'workspaceNamed', workspace);
  if (here !== undefined) await ask(db, 'addAudit', here.id, principal.name, act, JSON.stringify(detail));
  return here !== undefined;
}

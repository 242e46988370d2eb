import {
  addMember,
  addUserScope,
  changeGroup,
  closeUserScope,
  eraseTeamNote,
  eraseUser,
  listGroupMembers,
  listMembers,
  listNoteVersions,
  listScopes,
  promoteNote,
  readAuditPage,
  readLeftNotes,
  readTeamSchema,
  removeMember,
  removeUserScope,
  restoreNoteVersion,
} from '@memora/postgres';
import { z } from 'zod';
import { EMBEDDER_OPERATIONS, readStatus } from './embedder-operations.ts';
import { LEARNING_OPERATIONS } from './learning-operations.ts';
import { NOTE_OPERATIONS, SCOPE } from './note-operations.ts';
import { operation, type TeamOperation } from './operation.ts';
import { UPLOAD_OPERATIONS } from './upload-operations.ts';

const NAME = z.string().min(1).max(300);
const NOTE = z.string().min(1).max(1_100);
const NOTHING = z.strictObject({});
const ROLE = z.enum(['reader', 'writer', 'admin']);
const KIND = z.enum(['global', 'workspace', 'user', 'group']);
const GROUP = { group: z.boolean().default(false) };
const TIME = z.iso.datetime();

/**
 * The operations that people may call on a team with a token. A handler receives only input that its schema
 * accepts, and returns only declared fields.
 */
export const OPERATIONS: Readonly<Record<string, TeamOperation>> = {
  ...NOTE_OPERATIONS,
  ...LEARNING_OPERATIONS,
  ...UPLOAD_OPERATIONS,
  ...EMBEDDER_OPERATIONS,
  'member.list': operation({
    needs: 'memora:admin',
    args: NOTHING,
    gives: z.strictObject({
      members: z.array(z.strictObject({ principal: z.string(), isGroup: z.boolean(), role: ROLE })),
    }),
    run: async (_, context) => ({ members: await listMembers(context) }),
  }),
  'member.add': operation({
    needs: 'memora:admin',
    args: z.strictObject({
      principal: NAME,
      group: z.boolean().default(false),
      role: ROLE.default('reader'),
    }),
    gives: z.strictObject({ principal: z.string(), group: z.boolean(), role: ROLE }),
    run: async ({ principal, group, role }, context) => {
      await addMember(context, { principal, isGroup: group, role });
      // A person who asks has their own scope from the first day; a group has none.
      if (!group) await addUserScope(context, principal);
      return { principal, group, role };
    },
  }),
  'member.remove': operation({
    needs: 'memora:admin',
    args: z.strictObject({ principal: NAME, group: z.boolean().default(false) }),
    gives: z.strictObject({ principal: z.string(), removed: z.boolean() }),
    run: async ({ principal, group }, context) => ({
      principal,
      removed: await removeMember(context, { principal, isGroup: group }),
    }),
  }),
  'group.list': operation({
    needs: 'memora:admin',
    args: NOTHING,
    gives: z.strictObject({
      members: z.array(z.strictObject({ group: z.string(), principal: z.string() })),
    }),
    run: async (_, context) => ({ members: await listGroupMembers(context) }),
  }),
  'group.change': operation({
    needs: 'memora:admin',
    args: z.strictObject({ group: NAME, principal: NAME, act: z.enum(['add', 'remove']) }),
    gives: z.strictObject({ group: z.string(), principal: z.string(), changed: z.boolean() }),
    run: async ({ act, ...member }, context) => ({
      ...member,
      changed: await changeGroup(context, member, act),
    }),
  }),
  'scope.list': operation({
    needs: 'memora:admin',
    args: NOTHING,
    gives: z.strictObject({
      scopes: z.array(
        z.strictObject({
          kind: KIND,
          owner: z.string(),
          epoch: z.int(),
          leftAt: TIME.nullable(),
        }),
      ),
    }),
    run: async (_, context) => ({ scopes: await listScopes(context) }),
  }),
  'scope.add': operation({
    needs: 'memora:admin',
    args: z.strictObject({ owner: NAME, ...GROUP }),
    gives: z.strictObject({ owner: z.string(), made: z.boolean() }),
    run: async ({ owner, group }, context) => ({ owner, made: await addUserScope(context, owner, group) }),
  }),
  'scope.close': operation({
    needs: 'memora:admin',
    args: z.strictObject({ owner: NAME, closed: z.boolean(), ...GROUP }),
    gives: z.strictObject({ owner: z.string(), found: z.boolean(), closed: z.boolean() }),
    run: async ({ owner, closed, group }, context) => ({
      ...{ owner, closed, found: await closeUserScope(context, owner, closed, group) },
    }),
  }),
  'scope.remove': operation({
    needs: 'memora:admin',
    args: z.strictObject({ owner: NAME, ...GROUP }),
    gives: z.strictObject({ owner: z.string(), notes: z.int().nullable() }),
    run: async ({ owner, group }, context) => ({
      owner,
      notes: await removeUserScope(context, owner, group),
    }),
  }),
  // One note per answer, because each may have the largest size.
  'scope.left': operation({
    needs: 'memora:admin',
    args: z.strictObject({ owner: NAME, after: z.string().max(1_100).default(''), ...GROUP }),
    gives: z.strictObject({
      note: z
        .strictObject({ path: z.string(), hash: z.hex(), bytes: z.string(), sealed: z.boolean() })
        .nullable(),
    }),
    run: async ({ owner, after, group: isGroup }, context) => {
      const [left] = await readLeftNotes(context, owner, { after, limit: 1, isGroup });
      if (left === undefined) return { note: null };
      const { path, hash, bytes, sealed } = left;
      return {
        note: { path, hash: hash.toString('hex'), bytes: (bytes as Buffer).toString('base64'), sealed },
      };
    },
  }),
  audit: operation({
    needs: 'memora:admin',
    args: z.strictObject({
      since: TIME,
      after: TIME.nullable().default(null),
      limit: z.int().min(1).max(1_000).default(1_000),
    }),
    gives: z.strictObject({
      entries: z.array(
        z.strictObject({
          at: TIME,
          principal: z.string(),
          act: z.string(),
          detail: z.looseObject({}),
        }),
      ),
      next: TIME.nullable(),
    }),
    run: async ({ since, after, limit }, context) => {
      const page = await readAuditPage({ since: new Date(since), after, limit }, context);
      return page as never;
    },
  }),
  status: operation({
    needs: 'memora:read',
    args: NOTHING,
    gives: z.strictObject({
      workspace: z.string(),
      principal: z.string(),
      schema: z.int(),
      scopes: z.array(z.looseObject({ kind: SCOPE })),
    }),
    run: async (_, context) => ({
      workspace: context.workspace,
      principal: context.principal.name,
      schema: await readTeamSchema(context),
      scopes: JSON.parse(JSON.stringify(await readStatus(context))),
    }),
  }),
  history: operation({
    needs: 'memora:read',
    args: z.strictObject({ note: NOTE }),
    gives: z.strictObject({
      note: z.string(),
      versions: z.array(
        z.strictObject({
          version: z.int(),
          author: z.string(),
          via: z.string(),
          sourceCommit: z.string().nullable(),
          at: TIME,
          isRemoval: z.boolean(),
        }),
      ),
    }),
    run: async ({ note }, context) => ({ note, versions: await listNoteVersions(note, context) }),
  }),
  restore: operation({
    needs: 'memora:write',
    args: z.strictObject({ note: NOTE, version: z.int().min(1) }),
    gives: z.strictObject({ note: z.string(), version: z.int() }),
    run: async ({ note, version }, context) => {
      const options = { ...context, ...context.sealing };
      const { path, version: reached } = await restoreNoteVersion(note, version, options);
      return { note: path, version: reached };
    },
  }),
  promote: operation({
    needs: 'memora:write',
    args: z.strictObject({ note: NOTE }),
    gives: z.strictObject({ note: z.string(), path: z.string() }),
    run: async ({ note }, context) => ({
      note,
      path: await promoteNote(note, { ...context, ...context.sealing }),
    }),
  }),
  erase: operation({
    needs: 'memora:write',
    args: z.strictObject({ note: NOTE }),
    gives: z.strictObject({
      path: z.string(),
      paths: z.array(z.string()),
      versions: z.int(),
      claimIds: z.array(z.string()),
      epoch: z.int(),
      found: z.array(z.strictObject({ table: z.string(), rows: z.int(), paths: z.array(z.string()) })),
      goneBy: TIME.nullable(),
    }),
    run: async ({ note }, context) => {
      const erased = await eraseTeamNote(note, { ...context, ...context.sealing });
      const found = erased.found.map((each) => ({ ...each, paths: [...each.paths] }));
      return { ...erased, paths: [...erased.paths], claimIds: [...erased.claimIds], found };
    },
  }),
  'erase.user': operation({
    needs: 'memora:admin',
    args: z.strictObject({ principal: NAME }),
    gives: z.strictObject({ principal: z.string(), notes: z.int().nullable(), versions: z.int() }),
    run: async ({ principal }, context) => ({ principal, ...(await eraseUser(context, principal)) }),
  }),
};

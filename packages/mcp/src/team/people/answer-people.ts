import { MemoraError } from '@memora/core';
import type { openTeamSealing } from '@memora/engine/team';
import {
  type Acting,
  addMember,
  addUserScope,
  closeUserScope,
  listMembers,
  listNoteVersions,
  listScopes,
  readAudit,
  readTeamStatus,
  removeMember,
  restoreNoteVersion,
} from '@memora/postgres';
import { z } from 'zod';
import { describeForLog, toToolError } from '../../protocol/to-tool-error.ts';
import type { Auditor } from '../create-auditor.ts';
import type { Limits } from '../create-limits.ts';
import type { Caller, TeamScope } from '../identify.ts';
import { LimitError } from '../limit-error.ts';
import type { PersonAnswer } from './person-answer.ts';

interface PeopleOptions {
  /** The database, checked; `TEAM_UNREACHABLE` while it is away. */
  readonly source: () => Promise<Acting['source']>;
  readonly workspace: string;
  readonly sealing: Awaited<ReturnType<typeof openTeamSealing>>;
  readonly auditor: Auditor;
  readonly limits: Limits;
  readonly log: (line: string) => void;
}

interface Operation<Args extends z.ZodType = z.ZodType> {
  readonly needs: TeamScope;
  readonly args: Args;
  readonly run: (args: z.output<Args>, acting: Acting, sealing: PeopleOptions['sealing']) => Promise<object>;
}

/** Infers what a handler is given from what was checked. */
const operation = <Args extends z.ZodType>(each: Operation<Args>): Operation => each as unknown as Operation;

const NAME = z.string().min(1).max(300);
const NOTE = z.string().min(1).max(1_100);
const NOTHING = z.strictObject({});

/** What people may do to a team with a token. No handler is given anything but what its schema lets through. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'member.list': operation({
    needs: 'memora:admin',
    args: NOTHING,
    run: async (_, acting) => ({ members: await listMembers(acting) }),
  }),
  'member.add': operation({
    needs: 'memora:admin',
    args: z.strictObject({
      principal: NAME,
      group: z.boolean().default(false),
      role: z.enum(['reader', 'writer', 'admin']).default('reader'),
    }),
    run: async ({ principal, group, role }, acting) => {
      await addMember(acting, { principal, isGroup: group, role });
      if (!group) await addUserScope(acting, principal);
      return { principal, group, role };
    },
  }),
  'member.remove': operation({
    needs: 'memora:admin',
    args: z.strictObject({ principal: NAME, group: z.boolean().default(false) }),
    run: async ({ principal, group }, acting) => ({
      principal,
      removed: await removeMember(acting, { principal, isGroup: group }),
    }),
  }),
  'scope.list': operation({
    needs: 'memora:admin',
    args: NOTHING,
    run: async (_, acting) => ({ scopes: await listScopes(acting) }),
  }),
  'scope.close': operation({
    needs: 'memora:admin',
    args: z.strictObject({ owner: NAME, closed: z.boolean() }),
    run: async ({ owner, closed }, acting) => ({
      owner,
      found: await closeUserScope(acting, owner, closed),
      closed,
    }),
  }),
  audit: operation({
    needs: 'memora:admin',
    args: z.strictObject({
      since: z.iso.datetime(),
      after: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(1_000),
    }),
    run: async ({ since, after, limit }, acting) => ({
      entries: await readAudit({ since: new Date(since), after, limit }, acting),
    }),
  }),
  status: operation({
    needs: 'memora:read',
    args: NOTHING,
    run: async (_, acting) => ({ scopes: await readTeamStatus(acting) }),
  }),
  history: operation({
    needs: 'memora:read',
    args: z.strictObject({ note: NOTE }),
    run: async ({ note }, acting) => ({ note, versions: await listNoteVersions(note, acting) }),
  }),
  restore: operation({
    needs: 'memora:write',
    args: z.strictObject({ note: NOTE, version: z.int().min(1) }),
    run: async ({ note, version }, acting, sealing) => {
      const { path, version: reached } = await restoreNoteVersion(note, version, { ...acting, ...sealing });
      return { note: path, version: reached };
    },
  }),
};

const REQUEST = z.strictObject({
  operation: z.string().max(40),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Answers people: one operation a request, each checked against its schema, counted, and kept in the audit before its answer leaves. What went wrong is a code with a
 * sentence, as agents are told it.
 */
export function answerPeople({ source, workspace, sealing, auditor, limits, log }: PeopleOptions) {
  return async (caller: Caller, message: unknown): Promise<PersonAnswer> => {
    const request = REQUEST.safeParse(message);
    const found = request.success ? OPERATIONS[request.data.operation] : undefined;
    if (!request.success || found === undefined || !Object.hasOwn(OPERATIONS, request.data.operation))
      return invalid('there is no such operation');
    const { needs, args, run } = found;
    if (!caller.scopes.has(needs)) return { lacking: needs };
    const checked = args.safeParse(request.data.arguments);
    if (!checked.success) return invalid(`the arguments of ${request.data.operation} are not those it takes`);
    const { principal } = caller;
    const act = `team ${request.data.operation}`;
    try {
      if (needs !== 'memora:read') limits.capture(principal.name);
      const answer = await limits.inTurn(
        principal.name,
        async () => run(checked.data, { source: await source(), principal, workspace }, sealing),
        NEVER,
      );
      if (await auditor.keep(principal, { act, detail: { outcome: 'ok' } }))
        return { status: 200, body: answer };
      throw new MemoraError('the principal is no member of the workspace any more', {
        code: 'TEAM_NOT_A_MEMBER',
        hint: 'Ask one of its administrators.',
      });
    } catch (error) {
      if (error instanceof LimitError) throw error;
      const told = toToolError(error);
      auditor.add(principal, { act, detail: { outcome: told.code } });
      if (told.code === 'INTERNAL') log(`people: ${describeForLog(error)}`);
      return { status: statusOf(told.code), body: { error: told } };
    }
  };
}

const NEVER = new AbortController().signal;

function invalid(message: string): PersonAnswer {
  return {
    status: 400,
    body: {
      error: { code: 'INPUT_INVALID', message, hint: 'Ask with the command line of the same version.' },
    },
  };
}

function statusOf(code: string): number {
  if (code === 'TEAM_RIGHTS_MISSING' || code === 'TEAM_NOT_A_MEMBER') return 403;
  if (code === 'NOTE_NOT_FOUND') return 404;
  if (code === 'NOTE_CHANGED' || code === 'TEAM_SCOPE_LEFT') return 409;
  return code === 'TEAM_UNREACHABLE' || code === 'TEAM_BUSY' ? 503 : code === 'INTERNAL' ? 500 : 400;
}

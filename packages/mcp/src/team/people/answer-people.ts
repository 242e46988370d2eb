import { z } from 'zod';
import { ServerError } from '../../protocol/server-error.ts';
import { describeForLog, toToolError } from '../../protocol/to-tool-error.ts';
import type { ToolDefinition } from '../../protocol/tool-definition.ts';
import type { Auditor } from '../create-auditor.ts';
import type { Limits } from '../create-limits.ts';
import { neededScope } from '../http/needed-scope.ts';
import { type Caller, keyOf } from '../identify.ts';
import { LimitError } from '../limit-error.ts';
import type { Rooms } from '../open-rooms.ts';
import type { OperationContext } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { type PersonAnswer, statusOf } from './person-answer.ts';

interface PeopleOptions extends Omit<OperationContext, 'source' | 'principal' | 'workspace'> {
  /** The database, checked; `TEAM_UNREACHABLE` while it is away. */
  readonly source: () => Promise<OperationContext['source']>;
  /** The agents' tools, which people call too. */
  readonly rooms: Rooms;
  readonly tools: readonly ToolDefinition[];
  readonly auditor: Auditor;
  readonly limits: Limits;
  readonly log: (line: string) => void;
}

const REQUEST = z.strictObject({
  operation: z.string().max(40),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Answers people: one operation per request, each checked against its schema, counted, and audited before its answer is sent. The agents' tools are operations
 * under their names. An error is a code with a sentence, as for agents.
 */
export function answerPeople({ source, rooms, tools, auditor, limits, log, ...context }: PeopleOptions) {
  const callTool = async (caller: Caller, name: string, args: unknown): Promise<PersonAnswer> => {
    const needs = neededScope({ method: 'tools/call', params: { name } }, tools);
    if (!caller.scopes.has(needs)) return { lacking: needs };
    const result = await rooms.call(caller, name, args);
    if (result === null) return invalid('there is no such operation');
    if (result.ok) return { status: 200, body: result.output };
    return { status: statusOf(result.error.code), body: { error: result.error } };
  };
  return async (caller: Caller, message: unknown): Promise<PersonAnswer> => {
    const request = REQUEST.safeParse(message);
    if (!request.success) return invalid('there is no such operation');
    const { operation: name, arguments: given } = request.data;
    if (tools.some((tool) => tool.name === name)) return callTool(caller, name, given);
    const found = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    if (found === undefined) return invalid('there is no such operation');
    const { needs, args, gives, run } = found;
    if (!caller.scopes.has(needs)) return { lacking: needs };
    const checked = args.safeParse(given);
    if (!checked.success) return invalid(`the arguments of ${name} do not match its schema`);
    const { principal, workspace } = caller;
    const act = `team ${name}`;
    try {
      if (needs !== 'memora:read') limits.capture(keyOf(caller));
      const answer = await limits.inTurn(
        keyOf(caller),
        async () =>
          gives.parse(await run(checked.data, { ...context, source: await source(), principal, workspace })),
        NEVER,
      );
      if (await auditor.keep(caller, { act, detail: { outcome: 'ok' } }))
        return { status: 200, body: answer as object };
      throw new ServerError('the principal is no longer a member of the workspace', {
        code: 'TEAM_NOT_A_MEMBER',
        hint: 'Ask one of its administrators.',
      });
    } catch (error) {
      if (error instanceof LimitError) throw error;
      const told = toToolError(error);
      auditor.add(caller, { act, detail: { outcome: told.code } });
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
      error: { code: 'INPUT_INVALID', message, hint: 'Use a command line of the same version.' },
    },
  };
}

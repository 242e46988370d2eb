import type { Memory } from '@memora/engine';
import type { TeamMemories } from '@memora/engine/team';
import { createWebHandler, type WebHandler } from '../http/create-web-handler.ts';
import { ServerError } from '../protocol/server-error.ts';
import { toToolError } from '../protocol/to-tool-error.ts';
import type { ToolCall } from '../protocol/tool-definition.ts';
import { createToolService, type ToolResult, type ToolService } from '../protocol/tool-service.ts';
import type { Toolset } from '../toolset.ts';
import type { Auditor } from './create-auditor.ts';
import type { Limits, TeamLimits } from './create-limits.ts';
import { keyOf, type Person } from './identify.ts';
import { LimitError } from './limit-error.ts';
import { sessionsOf } from './shared-sessions.ts';
import { toAuditedAct } from './to-audited-act.ts';
import { refuseLeftOut, teamToolsOf } from './tools/team-tools.ts';

interface RoomsOptions {
  readonly memories: (workspace: string) => Promise<TeamMemories>;
  readonly toolset: Toolset;
  readonly limits: Limits;
  readonly answerSize: TeamLimits['answerSize'];
  readonly auditor: Auditor;
  readonly log: (line: string) => void;
}

/** The state of one principal at a server: its memory, sessions and subscriptions. No other principal's request can reach it. */
export interface Rooms {
  readonly of: (person: Person) => WebHandler;
  /** Calls a tool as an agent of the principal: limited, and audited. Null if there is no such tool. */
  readonly call: (person: Person, name: string, args: unknown) => Promise<ToolResult | null>;
  /** Resolves once no call is running. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Maximum number of rooms that are kept; a further one closes the least recently used. Its sessions continue in a new room. */
const MOST_ROOMS = 2_000;

interface Room extends WebHandler {
  readonly service: ToolService;
  readonly callTool: ToolService['callTool'];
}

export function openRooms(options: RoomsOptions): Rooms {
  const rooms = new Map<string, Room>();
  const of = (person: Person): Room => {
    // A principal with other groups has other rights, and so gets another room.
    const name = JSON.stringify([keyOf(person), [...(person.principal.groups ?? [])].sort()]);
    const known = rooms.get(name);
    rooms.delete(name);
    const room = known ?? openRoom(person, options);
    rooms.set(name, room);
    const [oldest] = rooms;
    if (rooms.size > MOST_ROOMS && oldest !== undefined) {
      rooms.delete(oldest[0]);
      oldest[1].close().catch(() => undefined);
    }
    return room;
  };
  return {
    of,
    call: (person, name, args) => of(person).callTool(name, args, PERSONS_CALL),
    settled: async () => {
      await Promise.all([...rooms.values()].map(({ service }) => service.settled()));
    },
    close: async () => {
      await Promise.all([...rooms.values()].map((room) => room.close()));
      rooms.clear();
    },
  };
}

function openRoom(person: Person, options: RoomsOptions): Room {
  const { memories, toolset, log } = options;
  let room: { readonly of: TeamMemories; readonly opened: Promise<Memory> } | null = null;
  const memory = async () => {
    // If the database has another schema now, its memories are opened again. If it can't be trusted, none are.
    const all = await memories(person.workspace);
    if (room?.of !== all) {
      const opened = all.as(person.principal).then((own) => own as unknown as Memory);
      const own = { of: all, opened };
      room = own;
      // By the next call, the database may be reachable again, or the principal a member.
      opened.catch(() => {
        if (room === own) room = null;
      });
    }
    return room.opened;
  };
  const service = createToolService({ memory, toolset, log, tools: teamToolsOf(toolset), isKept: true });
  const limited: ToolService = {
    ...service,
    callTool: callInTurn(person, service, options),
    inTurn: readInTurn(person, options),
  };
  return { ...createWebHandler(limited, sessionsOf(keyOf(person))), service, callTool: limited.callTool };
}

function callInTurn(
  person: Person,
  service: ToolService,
  { limits, answerSize, auditor }: RoomsOptions,
): ToolService['callTool'] {
  return async (name, args, call) => {
    const tool = service.tools.find((each) => each.name === name);
    if (tool === undefined) {
      const refusal = refuseLeftOut(name);
      if (refusal !== null) auditor.add(person, toAuditedAct(name, refusal));
      return refusal;
    }
    const work = async (): Promise<ToolResult> => {
      if (!tool.isReadOnly) limits.capture(keyOf(person));
      const done = await service.callTool(name, args, call);
      const result = done as ToolResult;
      return result.ok && JSON.stringify(result.output).length > answerSize ? TOO_LARGE : result;
    };
    const kind = tool.isReadOnly ? 'ask' : 'write';
    const result = await limits.inTurn(keyOf(person), work, call.signal, kind).catch(toRefusal);
    const act = toAuditedAct(name, result);
    if (result.ok) return (await auditor.keep(person, act)) ? result : NOT_A_MEMBER;
    auditor.add(person, act);
    return result;
  };
}

/** Reading waits for its turn and is audited, as asking is. */
function readInTurn(person: Person, { limits, auditor }: RoomsOptions): NonNullable<ToolService['inTurn']> {
  return async (act, work) => {
    try {
      const read = await limits.inTurn(keyOf(person), work, NEVER);
      if (await auditor.keep(person, { act, detail: { outcome: 'ok' } })) return read;
    } catch (error) {
      auditor.add(person, { act, detail: { outcome: toToolError(error).code } });
      throw error;
    }
    const { message, ...told } = NOT_A_MEMBER.error;
    throw new ServerError(message, told);
  };
}

/** Replaces an answer that can't be audited, because its principal was removed meanwhile. */
const NOT_A_MEMBER = {
  ok: false,
  error: {
    code: 'TEAM_NOT_A_MEMBER',
    message: 'the principal is no longer a member of the workspace',
    hint: 'Ask one of its administrators: memora team member add PRINCIPAL --role reader.',
  },
} as const;

const NEVER = new AbortController().signal;

/** A person's call has no session and no progress. */
const PERSONS_CALL: ToolCall = {
  signal: NEVER,
  progress: () => undefined,
  notesChanged: () => undefined,
};

const TOO_LARGE: ToolResult = {
  ok: false,
  error: {
    code: 'RESULT_TOO_LARGE',
    message: 'the result is longer than this server gives to one principal',
    hint: 'Ask for less: a smaller k, one region, or claims in place of a whole note.',
  },
};

function toRefusal(error: unknown): ToolResult {
  if (!(error instanceof LimitError)) {
    if ((error as Error)?.name !== 'AbortError') throw error;
    return { ok: false, error: { code: 'CANCELLED', message: 'the call was cancelled', hint: null } };
  }
  const { code, message, hint = null, retryAfter } = error;
  return { ok: false, error: { code, message, hint, retry_after_ms: retryAfter } };
}

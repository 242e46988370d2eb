import type { Memory } from '@memora/engine';
import type { Published, TeamMemory } from '@memora/engine/team';
import type { NewestVersion } from '@memora/postgres';
import * as z from 'zod';
import { described, text } from '../../protocol/fields.ts';
import { ServerError } from '../../protocol/server-error.ts';
import type { ToolDefinition, ToolInput } from '../../protocol/tool-definition.ts';
import type { ToolResult } from '../../protocol/tool-service.ts';
import { zodOf } from '../../protocol/zod-of.ts';
import { toolsOf } from '../../tools.ts';
import type { Toolset } from '../../toolset.ts';
import { teamForget, teamRemember, teamSupersede } from './memory-tools.ts';
import { teamOf } from './to-written.ts';
import { decide, promote, teamCapture, updateNote } from './write-tools.ts';

const OF_AN_AGENT = [
  'what the agents of a team remember is found by the questions to its notes',
  'Ask with memora_query or memora_query_cited, and read a memory with memora_get_note.',
] as const;

type Refused = readonly [message: string, hint: string];

/** The tools that a team's memory lacks or offers differently: the answer to a call, and what to do instead. */
const LEFT_OUT: Readonly<Record<string, Refused>> = {
  memora_recall: OF_AN_AGENT,
  memora_list: OF_AN_AGENT,
  memora_get_memories: OF_AN_AGENT,
  memora_context: OF_AN_AGENT,
  memora_reflect: OF_AN_AGENT,
  memory: OF_AN_AGENT,
  memora_ingest: [
    'documents are read on the machine that has them',
    'Run memora ingest in a working copy, then memora team push.',
  ],
  memora_consolidate: [
    'the overviews of a team are made when they are asked for',
    'Call memora_get_world_map or memora_get_atlas.',
  ],
};

/** The answer to a call of a tool that only a vault's server has; null for any other tool. */
export function refuseLeftOut(name: string): ToolResult | null {
  const found = Object.hasOwn(LEFT_OUT, name) ? LEFT_OUT[name] : undefined;
  if (found === undefined) return null;
  const [message, hint] = found;
  return { ok: false, error: { code: 'NOT_IN_A_TEAM', message, hint } };
}

/** The tools of a team's server. `memora_capture` writes differently, and questions can wait for a write. */
export function teamToolsOf(toolset: Toolset): readonly ToolDefinition[] {
  const shared = toolsOf(toolset)
    .filter(({ name }) => !Object.hasOwn(LEFT_OUT, name))
    .map((tool) => CHANGED[tool.name]?.(tool) ?? tool);
  return toolset === 'core' ? shared : [...shared, updateNote, decide, promote];
}

const CHANGED: Readonly<Record<string, (tool: ToolDefinition) => ToolDefinition>> = {
  memora_capture: () => teamCapture,
  memora_remember: () => teamRemember,
  memora_supersede: () => teamSupersede,
  memora_forget: () => teamForget,
  memora_query: (tool) =>
    withAuthors(withWaiting(tool), ['hits', 'passages'], ({ behind }) => {
      const changed = new Set(behind as readonly string[]);
      return (note) => !changed.has(note);
    }),
  memora_query_cited: (tool) =>
    withAuthors(withWaiting(tool), ['checks', 'passages', 'nearest'], ({ checks }) => {
      const read = (checks as readonly { note: string | null; status: string }[]).flatMap(
        ({ note, status }) => (note !== null && status === 'verified' ? [note] : []),
      );
      return (note) => read.includes(note);
    }),
  memora_get_note: (tool) => ({
    ...tool,
    output: () => zodOf(tool.output()).extend({ version: z.int().optional(), ...written() }),
    run: async (memory, input, call) => {
      const note = await tool.run(memory, input, call);
      const path = String(note['path']);
      const newest = await teamOf(memory)
        .newestOf([path])
        .catch(() => null);
      const found = newest?.get(path);
      return found === undefined ? note : { ...note, version: found.version, ...toAuthor(found) };
    },
  }),
};

const contestedFields = () =>
  z
    .strictObject({
      yours: z.array(
        z.strictObject({
          claim_id: z.string(),
          by: z.string().describe('your own claim'),
          reason: z.string(),
        }),
      ),
    })
    .describe('which of your own claims contradict shared ones: shown to you alone');

/** A question that can wait for a publication, and names the one that it was answered from. */
function withWaiting(tool: ToolDefinition): ToolDefinition {
  return {
    ...tool,
    input: () =>
      zodOf(tool.input()).extend({
        wait_for: text().optional().describe('wait_for of a write that the answer must include'),
      }),
    output: () =>
      zodOf(tool.output()).extend({
        epochs: described(),
        notes_behind: z.int(),
        contested: contestedFields().optional(),
      }),
    run: async (memory, { wait_for: awaited, ...input }, call) => {
      let epochs = {};
      let contested = {};
      const waiting = waitingMemory(teamOf(memory), readWaitFor(awaited), (seen) => {
        epochs = seen.epochs;
        const yours = seen.contested.yours.map(({ claim, ...rest }) => ({ claim_id: claim, ...rest }));
        contested = yours.length === 0 ? {} : { contested: { yours } };
      });
      const counting = teamOf(memory).countBehind();
      counting.catch(() => undefined);
      const output = await tool.run(waiting, input, call);
      return { ...output, epochs, ...contested, notes_behind: await counting };
    },
  };
}

const written = () => ({
  author: z.string().optional().describe('who wrote the newest version of its note'),
  written_at: z.string().optional(),
});

function toAuthor({ author, at }: NewestVersion) {
  return { author, written_at: at };
}

/**
 * A question whose results name the authors and dates of their notes, if `isAsRead` finds the note unchanged: one that has changed since, or is requested in an
 * earlier version, may have had another author.
 */
function withAuthors(
  tool: ToolDefinition,
  lists: readonly string[],
  isAsRead: (output: Readonly<Record<string, unknown>>) => (note: string) => boolean,
): ToolDefinition {
  return {
    ...tool,
    output: () => {
      const output = zodOf(tool.output());
      const withAuthor = (list: string) => {
        const field = output.shape[list] as z.ZodArray<z.ZodObject>;
        const rows = z.array(field.element.extend(written()));
        return [list, field.description === undefined ? rows : rows.describe(field.description)];
      };
      return output.extend(Object.fromEntries(lists.map(withAuthor)) as z.ZodRawShape);
    },
    run: async (memory, input, call) => {
      const output = await tool.run(memory, input, call);
      if (input['known_at'] !== undefined) return output;
      const rowsOf = (list: string) => output[list] as readonly { readonly note: string | null }[];
      const stands = isAsRead(output);
      const notes = lists
        .flatMap(rowsOf)
        .flatMap(({ note }) => (note !== null && stands(note) ? [note] : []));
      const newest = await teamOf(memory).newestOf(notes);
      const withAuthor = (list: string) => [
        list,
        rowsOf(list).map((row) => {
          const found = row.note === null ? undefined : newest.get(row.note);
          return found === undefined ? row : { ...row, ...toAuthor(found) };
        }),
      ];
      return { ...output, ...Object.fromEntries(lists.map(withAuthor)) };
    },
  };
}

function waitingMemory(
  memory: TeamMemory,
  waitFor: Record<string, number> | undefined,
  seen: (published: Published) => void,
): Memory {
  const fresh = waitFor === undefined ? {} : { waitFor };
  const told = <Result extends Published>(result: Result): Result => {
    seen(result);
    return result;
  };
  return new Proxy(memory, {
    get: (target, name) => {
      if (name === 'query')
        return async (...[text, asked]: Parameters<TeamMemory['query']>) =>
          told(await target.query(text, { ...asked, ...fresh }));
      if (name === 'passages')
        return async (...[text, asked]: Parameters<TeamMemory['passages']>) =>
          told(await target.passages(text, { ...asked, ...fresh }));
      if (name === 'ask')
        return async (...[text, asked]: Parameters<TeamMemory['ask']>) =>
          told(await target.ask(text, { ...asked, ...fresh }));
      return Reflect.get(target, name);
    },
  }) as unknown as Memory;
}

function readWaitFor(awaited: ToolInput[string]): Record<string, number> | undefined {
  if (awaited === undefined) return undefined;
  const [, scope, epoch] = /^(user|workspace|global|@[^/@:]{1,64}):(\d{1,15})$/u.exec(String(awaited)) ?? [];
  if (scope !== undefined) return { [scope]: Number(epoch) };
  throw new ServerError('wait_for is not valid', {
    code: 'INPUT_INVALID',
    hint: 'Pass the wait_for of a write as it is, or leave it out.',
  });
}

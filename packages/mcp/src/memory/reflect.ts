import * as z from 'zod';
import { unlisted } from '../protocol/fields.ts';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { openAgentSession } from './open-agent-session.ts';

/** `memora_reflect`: lets the model of the settings reflect on the recorded conversation. */
export const reflect: ToolDefinition = {
  name: 'memora_reflect',
  title: 'Reflect',
  description: 'Look back on the recorded conversation and save what a later session needs. Example: {}',
  isCore: false,
  isMemory: true,
  isReadOnly: false,
  indexes: true,
  example: {},
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({
      saved: unlisted(z.array(z.string())),
      known: unlisted(z.int()),
      why: unlisted(z.string().optional()),
    }),
  run: async (memory, _input, { client, signal, notesChanged }) => {
    signal.throwIfAborted();
    // A server runs for days, so a consent that was withdrawn since its start is respected, as in a hook.
    const { config } = await memory.readSettings();
    if (config.memory.record !== 'always') return { saved: [], known: 0, why: NOT_RECORDED };
    const { session, written } = await openAgentSession(memory, client);
    const { shortMemoryId } = await import('../engine.ts');
    const { saved, known, candidates, requests, failure } = await session.reflect({ ...IN_A_CALL, signal });
    if (saved.length > 0) {
      notesChanged();
      written();
    }
    const why =
      failure ?? (requests === 0 ? NO_REQUEST : saved.length + known < candidates ? REFUSED : undefined);
    return { saved: saved.map(shortMemoryId), known, ...(why === undefined ? {} : { why }) };
  },
};

/** A client gives up on a call after a minute. */
const IN_A_CALL = { retries: 0, timeoutMs: 25_000 };
const NOT_RECORDED =
  'the person has not agreed to a record of this conversation: save with memora_remember, or ask them to run `memora memory record`';
const NO_REQUEST = 'no new turn is recorded, or no model is set: save with memora_remember';
const REFUSED = 'what no turn says was left out';

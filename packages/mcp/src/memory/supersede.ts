import * as z from 'zod';
import { text, unlisted } from '../protocol/fields.ts';
import { ServerError } from '../protocol/server-error.ts';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { admission } from './memory-outputs.ts';
import { aboutSave, formerSave, remember, rememberFor, toNewMemory } from './remember.ts';

/** `memora_supersede`: saves a memory that replaces another, which is kept as history. */
export const supersede: ToolDefinition = {
  name: 'memora_supersede',
  title: 'Correct a memory',
  description:
    'Replace memory `id`: `by` is the memory saved in its place, or `content` is the new statement. Repeat what is still true of the old one: it is no longer shown. Example: {"id":"mem_…","by":"mem_…"}',
  isCore: false,
  isMemory: true,
  isReadOnly: false,
  indexes: true,
  cli: 'memory supersede',
  differs: remember.differs ?? {},
  example: { id: 'mem_k3f9q2x7m1ab', content: 'ok' },
  input: () => z.strictObject({ id: text(), by: text().optional(), content: text().optional() }),
  former: () => ({ ...formerSave(), ...aboutSave(), reason: text().optional() }),
  output: () => admission().extend({ decision: unlisted(z.string()), id: unlisted(z.string().nullable()) }),
  run: (memory, { id, by, ...rest }, call) => {
    if ((by === undefined) === (rest['content'] === undefined))
      throw new ServerError('give by or content, not both', {
        code: 'INPUT_INVALID',
        hint: 'by is the id that a save returned; content is the new statement.',
      });
    const older = String(id).trim();
    return rememberFor(
      memory,
      (session) => session.supersede(older, by === undefined ? toNewMemory(rest) : { by: String(by).trim() }),
      call,
    );
  },
};

import type { Admission } from '@memora/agent-memory';
import type { ObjectSchema, ValueSchema } from '../protocol/tool-definition.ts';

const text = { type: 'string' } as const;
const maybe = { type: ['string', 'null'] } as const;

/** The kinds of memories, in both spellings. */
export const KINDS: ValueSchema = {
  type: 'string',
  enum: ['fact', 'preference', 'profile', 'event', 'procedure', 'tool', 'knowledge', 'behavior', 'skill'],
};

/** What `memora_remember` and `memora_supersede` give. */
export const ADMISSION: ObjectSchema = {
  type: 'object',
  properties: {
    decision: { type: 'string', description: 'accept reinforce supersede contest reject' },
    code: text,
    memory_id: maybe,
    target: maybe,
    similar: {
      type: 'array',
      items: { type: 'object', properties: { memory_id: text, line: text } },
      description: 'if the new one replaces one of these, call memora_supersede',
    },
    reasons: { type: 'array', items: { type: 'object' } },
    trust: { type: 'number' },
    band: text,
    held: { type: ['string', 'null'], description: 'not used until a person confirms it' },
    grounding: text,
    saves_left: { type: ['integer', 'null'] },
  },
  required: ['decision', 'code', 'memory_id', 'held'],
};

/** A decision as clients read it; `lineOf` gives the line of a similar memory, null for one that may not be shown. */
export function toAdmissionJson(
  { memoryId, savesLeft, similar, ...rest }: Admission,
  lineOf: (id: string) => string | null,
): Record<string, unknown> {
  const { decision, code, target, reasons, trust, band, held, grounding } = rest;
  return {
    decision,
    code,
    memory_id: memoryId,
    target,
    similar: similar.flatMap(({ id }) => {
      const line = lineOf(id);
      return line === null ? [] : [{ memory_id: id, line }];
    }),
    reasons,
    trust,
    band,
    held,
    grounding,
    saves_left: savesLeft,
  };
}

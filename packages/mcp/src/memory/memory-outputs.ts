import type { Admission, AdmissionCode } from '@memora/agent-memory';
import * as z from 'zod';
import { unlisted } from '../protocol/fields.ts';

const KINDS = [
  'fact',
  'preference',
  'profile',
  'event',
  'procedure',
  'tool',
  'decision',
  'incident',
  'lesson',
] as const;

/** The kinds of memories in results. */
export const kinds = () => z.enum(KINDS);

/** The kinds with their aliases, for arguments. */
export const allKinds = () => z.enum([...KINDS, 'knowledge', 'behavior', 'skill']);

/** The result of `memora_remember` and `memora_supersede`. */
export const admission = () =>
  z.strictObject({
    decision: z.string(),
    id: z.string().nullable(),
    ask: unlisted(z.string().optional()),
    why: unlisted(z.string().optional()),
    held: unlisted(z.string().optional()),
    hidden: unlisted(z.string().optional()),
    secret: unlisted(z.string().optional()),
  });

/** A decision for clients: only the parts that ask for a next step. */
export function toAdmissionJson(
  { decision, code, memoryId, target, held, hidden, band }: Admission,
  ask: string | null,
): Record<string, unknown> {
  const why = WHY[code];
  return {
    decision,
    id: memoryId ?? (decision === 'reinforce' ? target : null),
    ...(ask === null ? {} : { ask }),
    ...(why === undefined ? {} : { why }),
    ...(held === null ? {} : { held }),
    ...(hidden.length === 0 ? {} : { hidden: `${hidden.join(', ')}: not saved, no agent can recall it` }),
    ...(band === 'secret' && memoryId !== null ? { secret: 'no agent can recall it, a person can' } : {}),
  };
}

/** Why nothing was written, and what to do. */
const WHY: Readonly<Partial<Record<AdmissionCode, string>>> = {
  blank: 'no letter and no digit: say it in a sentence',
  too_short: 'under 15 characters: say it in a sentence',
  too_long: 'over 2,000 characters: one statement a save',
  transient: 'what lasts a moment is not saved',
  rate_limited: 'this session has saved all it may: a later one can save it',
  known_context: 'your instructions say it already',
  already_pinned: 'MEMORY.md says it already',
  no_new_evidence: 'it is remembered already',
  secret_in_public: 'it contains a secret: leave privacy out',
};

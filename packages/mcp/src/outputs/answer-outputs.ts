import type { AnswerJson } from '@memora/engine/json';
import * as z from 'zod';
import type { Given } from '../protocol/define-tool.ts';
import { unlisted } from '../protocol/fields.ts';
import { span } from './claim-output.ts';

const offset = () => z.strictObject({ utf16: z.int(), utf8: z.int() });
const quoted = () => z.strictObject({ quote: z.string(), note: z.string(), span: span() });

/** A sentence of an answer, with its proof and its judgement. */
export const statement = () =>
  z
    .strictObject({
      text: z.string(),
      offset: offset(),
      kind: z.string(),
      status: z.string(),
      wording: z.string(),
      differences: z.array(z.strictObject({ here: z.string(), there: z.string() })),
      judgement: z.string(),
      judged_by: z.string().nullable(),
      because: quoted().nullable(),
      kept: z.boolean(),
      reason: z.string(),
      checks: z.array(z.int()),
    })
    .meta({ title: 'Statement' });

/** A citation of an answer. */
export const check = () =>
  z
    .strictObject({
      claim_id: z.string(),
      status: z.string(),
      reason: z.string(),
      note: z.string().nullable(),
      span: span().nullable(),
      source_text: z.string().nullable(),
      anchor: z.strictObject({ label: z.string(), href: z.string() }).nullable(),
      quotes: z.array(
        z.strictObject({
          text: z.string(),
          status: z.string(),
          grounded: z.boolean(),
          nearest: quoted().nullable(),
        }),
      ),
      statement: z.int().nullable(),
      reworded: z.array(z.strictObject({ said: z.string(), source: z.string() })),
      relocated: z.boolean(),
      offset: offset(),
    })
    .meta({ title: 'Check' });

/** A sentence of a model that was dropped, with the reason. */
export const refusedStatement = () =>
  z
    .strictObject({
      text: z.string(),
      status: z.string(),
      wording: z.string(),
      judgement: z.string(),
      reason: z.string(),
    })
    .meta({ title: 'RefusedStatement' });

/** Ids of cited claims, grouped by notice. */
export const notices = () =>
  z
    .strictObject({
      redacted: z.int(),
      superseded: z.array(z.string()),
      contested: z.array(z.string()),
      stale: z.array(z.string()),
      unconfirmed: z.array(z.string()),
      behind: z.array(z.string()),
      gone: z.array(z.string()),
      untested_judge: z.string().nullable(),
    })
    .meta({ title: 'Notices' });

/** The time that was read from a question. */
export const timeRead = () =>
  z
    .strictObject({
      words: z.string(),
      as_of: z.string(),
      from: z.string().nullable(),
      until: z.string().nullable(),
      event: z.string().nullable(),
      applied: z.boolean(),
    })
    .meta({ title: 'TimeRead' });

/** The fields of a `toVerifyJson` result. */
export const verification = () => ({
  verdict: z.string(),
  verified: z.int(),
  unverified: unlisted(z.int()),
  redacted: unlisted(z.int()),
  mismatch: unlisted(z.int()),
  superseded: unlisted(z.int()),
  malformed: unlisted(z.int()),
  uncited: unlisted(z.int()),
  problems: z.int(),
  clean_text: z.string(),
  degraded: unlisted(z.boolean()),
  degraded_reasons: unlisted(z.array(z.string())),
  checks: z.array(check()),
  quoted: unlisted(z.int()),
  judged: unlisted(z.int()),
  not_judged: unlisted(z.int()),
  statements: z.array(statement()),
});

// The compiler compares the printed type with the declared one.
null as unknown as AnswerJson['time_read'] satisfies Given<z.input<ReturnType<typeof timeRead>>> | null;
null as unknown as AnswerJson['notices'] satisfies Given<z.input<ReturnType<typeof notices>>>;

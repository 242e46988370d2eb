import type { AnswerJson, EntailmentJson, VerifyJson } from '@memora/engine/json';
import { claimWith, quotedClaim, span } from '@memora/mcp/outputs';
import * as z from 'zod';
import type { Declared } from './printed.ts';

const bytes = () => z.strictObject({ start: z.int(), end: z.int() });
const offset = () => z.strictObject({ utf16: z.int(), utf8: z.int() });
const quoted = () => z.strictObject({ quote: z.string(), note: z.string(), span: span() });

const passage = () =>
  z
    .strictObject({
      passage_id: z.string(),
      note: z.string(),
      note_id: z.string(),
      span: bytes(),
      fingerprint: z.string(),
      kind: z.string(),
      context: z.strictObject({
        title: z.string(),
        path: z.string(),
        headings: z.array(z.string()),
        dates: z.array(z.string()),
        speaker: z.string().nullable(),
        lead_in: z.string().nullable(),
        header: z.string().nullable(),
      }),
      text: z.string(),
      score: z.number(),
      best: z.strictObject({ span: bytes(), text: z.string() }).nullable(),
      words: z.array(z.string()),
      claim_id: z.string().nullable(),
      claim_ids: z.array(z.string()),
      holds: z.string().optional(),
    })
    .meta({ title: 'Passage' });

const statement = () =>
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

const check = () =>
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
      legacy: z.boolean(),
      offset: offset(),
    })
    .meta({ title: 'Check' });

const hit = () =>
  claimWith({
    score: z.number(),
    why: z.strictObject({
      legs: z.array(z.string()),
      ranks: z.record(z.string(), z.int()),
      path: z.array(z.string()),
    }),
    snippet: z.string(),
  }).meta({ title: 'Hit' });

const ANSWER = () => ({
  clean_text: z.string(),
  verdict: z.string(),
  written_by: z.string(),
  degraded: z.boolean(),
  degraded_reasons: z.array(z.string()),
  statements: z.array(statement()),
  refused: z.array(
    statement().pick({ text: true, status: true, wording: true, judgement: true, reason: true }),
  ),
  passages: z.array(passage()),
  abstained: z.boolean(),
  nearest: z.array(passage()),
  notices: z.strictObject({
    redacted: z.int(),
    superseded: z.array(z.string()),
    contested: z.array(z.string()),
    stale: z.array(z.string()),
    unconfirmed: z.array(z.string()),
    behind: z.array(z.string()),
    gone: z.array(z.string()),
  }),
  as_of: z.string().nullable(),
  time_read: z
    .strictObject({
      words: z.string(),
      as_of: z.string(),
      from: z.string().nullable(),
      until: z.string().nullable(),
      event: z.string().nullable(),
      applied: z.boolean(),
    })
    .nullable(),
  verified_count: z.int(),
  checks: z.array(check()),
  hits: z.array(hit()),
});

/** An answer, as other results hold it. */
export const answer = () => z.strictObject(ANSWER()).meta({ title: 'Answer' });

/** A claim that held at a time, with what has replaced it since. */
export const heldClaim = () =>
  claimWith({ source_text: z.string().nullable(), replaced_by: z.array(quotedClaim()) }).meta({
    title: 'HeldClaim',
  });

/** `query` and `chat`: an answer, or with `--claims` the claims that were found. */
export const queryOutput = z.union([
  z.strictObject({
    ...ANSWER(),
    held: z.array(heldClaim()).optional(),
    draft_unverified: z.string().nullable().optional(),
  }),
  z.strictObject({
    hits: z.array(hit()),
    behind: z.array(z.string()),
    degraded: z.boolean(),
    degraded_reasons: z.array(z.string()),
  }),
]);

const verification = () => ({
  verdict: z.string(),
  verified: z.int(),
  unverified: z.int(),
  redacted: z.int(),
  mismatch: z.int(),
  superseded: z.int(),
  malformed: z.int(),
  uncited: z.int(),
  problems: z.int(),
  clean_text: z.string(),
  degraded: z.boolean(),
  degraded_reasons: z.array(z.string()),
  checks: z.array(check()),
  quoted: z.int(),
  judged: z.int(),
  not_judged: z.int(),
  statements: z.array(statement()),
});

const entailment = () =>
  z.strictObject({
    judge: z.string(),
    entailed: z.int(),
    neutral: z.int(),
    contradicted: z.int(),
    unchecked: z.int(),
    unsupported: z.int(),
    statements: z.array(
      z.strictObject({ statement: z.int(), verdict: z.string(), reason: z.string().nullable() }),
    ),
  });

export const verifyOutput = z.strictObject({ ...verification(), entailment: entailment().optional() });

export const receiptOutput = z.strictObject({
  ok: z.boolean(),
  problems: z.array(z.looseObject({ code: z.string(), at: z.union([z.string(), z.int()]).nullable() })),
  unchecked: z.int(),
  root: z.string().nullable(),
  vault: z.string().nullable(),
});

const report = () => z.strictObject(verification()).meta({ title: 'Verification' });

export const demoOutput = z.strictObject({
  vault: z.string().nullable(),
  notes: z.int(),
  claims: z.int(),
  answers: z.array(z.strictObject({ question: z.string(), ...ANSWER() })),
  audit: report(),
  before_edit: report(),
  after_edit: report(),
  html: z.string().nullable(),
});

null as unknown as AnswerJson satisfies Declared<AnswerJson, ReturnType<typeof answer>>;
null as unknown as VerifyJson satisfies Declared<VerifyJson, ReturnType<typeof report>>;
null as unknown as EntailmentJson satisfies Declared<EntailmentJson, ReturnType<typeof entailment>>;

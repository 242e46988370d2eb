import type { AnswerJson, EntailmentJson, VerifyJson } from '@memora/engine/json';
import {
  check,
  claimWith,
  notices,
  quotedClaim,
  refusedStatement,
  statement,
  timeRead,
  verification,
} from '@memora/mcp/outputs';
import * as z from 'zod';
import type { Declared } from './printed.ts';

const bytes = () => z.strictObject({ start: z.int(), end: z.int() });
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
      coverage: z.number(),
      best: z.strictObject({ span: bytes(), text: z.string(), lead_in: z.string().nullable() }).nullable(),
      words: z.array(z.string()),
      claim_id: z.string().nullable(),
      claim_ids: z.array(z.string()),
      holds: z.string().optional(),
    })
    .meta({ title: 'Passage' });

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
  refused: z.array(refusedStatement()),
  passages: z.array(passage()),
  abstained: z.boolean(),
  nearest: z.array(passage()),
  notices: notices(),
  as_of: z.string().nullable(),
  time_read: timeRead().nullable(),
  verified_count: z.int(),
  checks: z.array(check()),
  hits: z.array(hit()),
});

/** An answer inside other results. */
export const answer = () => z.strictObject(ANSWER()).meta({ title: 'Answer' });

/** A claim that was valid at a time, with the claim that has replaced it since. */
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

import { fingerprint } from '@memora/core';
import {
  JUDGE_PROMPT_VERSION,
  type Judge,
  type JudgeReply,
  type JudgeRequest,
  type JudgeStatement,
} from '@memora/validator/judge';

/** Verdicts by what was judged: hashes, and no text of a note but the words that a judge named. */
export type KeptVerdicts = Map<string, Omit<JudgeReply, 'index'>>;

/** Those that were kept first make room. */
const MOST_KEPT = 2_000;

/** A judge that is not asked again what it was asked before: about the same statement, evidence, question and day, by the same model and prompt. */
export function keepVerdicts(judge: Judge, kept: KeptVerdicts): Judge {
  return {
    ...judge,
    judge: async (request, options) => {
      const keys = request.statements.map((statement) => keyOf(statement, request, judge));
      const open = request.statements.filter((_, i) => !kept.has(keys[i] ?? ''));
      const replies = open.length === 0 ? [] : await judge.judge({ ...request, statements: open }, options);
      for (const { index, ...reply } of replies) {
        const at = request.statements.findIndex((statement) => statement.index === index);
        if (at !== -1) kept.set(keys[at] as string, reply);
        if (kept.size > MOST_KEPT) for (const first of kept.keys()) if (kept.delete(first)) break;
      }
      return request.statements.flatMap(({ index }, i) => {
        const reply = kept.get(keys[i] ?? '');
        return reply === undefined ? [] : [{ ...reply, index }];
      });
    },
  };
}

function keyOf(
  { text, evidence }: JudgeStatement,
  { question, today }: JudgeRequest,
  { name }: Judge,
): string {
  const judged = [JUDGE_PROMPT_VERSION, name, question ?? '', today ?? '', text, evidence];
  return fingerprint(Buffer.from(JSON.stringify(judged)));
}

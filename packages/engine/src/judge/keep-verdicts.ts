import {
  JUDGE_PROMPT_VERSION,
  type Judge,
  type JudgeRequest,
  type JudgeStatement,
} from '@memora/validator/judge';
import type { KeptVerdicts } from './create-kept-verdicts.ts';

/**
 * Wraps a judge so that it does not repeat a request for the same statement with the same preceding text,
 * evidence, question and day, to the same `model` with the same prompt. A repeated verdict says when it was
 * made.
 */
export function keepVerdicts(judge: Judge, kept: KeptVerdicts, model: string = judge.name): Judge {
  return {
    ...judge,
    judge: async (request, options) => {
      const judged = request.statements.map((statement) => describe(statement, request, model));
      const known = [...(await kept.read(judged))];
      const open = request.statements.filter((_, i) => known[i] === null);
      const replies = open.length === 0 ? [] : await judge.judge({ ...request, statements: open }, options);
      for (const { index, ...reply } of replies) {
        const at = request.statements.findIndex((statement) => statement.index === index);
        if (at === -1) continue;
        known[at] = reply;
        // A verdict of support without quoted words counts for nothing: the judge may quote some in the next
        // call.
        if (reply.verdict === 'supported' && !reply.quote?.trim()) continue;
        await kept.keep(judged[at] as string, { ...reply, rememberedFrom: new Date().toISOString() });
      }
      return request.statements.flatMap(({ index }, i) => {
        const reply = known[i] ?? null;
        return reply === null ? [] : [{ ...reply, index }];
      });
    },
  };
}

function describe(
  { text, before = '', evidence }: JudgeStatement,
  { question, today }: JudgeRequest,
  model: string,
): string {
  return JSON.stringify([JUDGE_PROMPT_VERSION, model, question ?? '', today ?? '', before, text, evidence]);
}

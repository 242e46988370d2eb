import { fingerprint } from '@memora/core';
import type { Judge, JudgeReply, JudgeStatement } from '../contract/judge.ts';

/** A caller's judgement on a statement that it was shown. */
export interface CallerJudgement extends Omit<JudgeReply, 'index'> {
  /** The id of the {@link OpenStatement}. */
  readonly id: string;
}

/** A statement that waits for a caller's judgement, with all the evidence for it. */
export interface OpenStatement extends Omit<JudgeStatement, 'index'> {
  /**
   * Hash of the statement with its evidence and the text before it. A judgement applies only to this
   * statement, and no longer once a note has changed.
   */
  readonly id: string;
}

/** A judge that is the calling program: its verdicts arrive with the next call. */
export interface CallerJudge extends Judge {
  /** The statements that it received and has not judged yet, in order. */
  readonly open: () => readonly OpenStatement[];
}

/** Creates a judge from a caller's judgements. It is shown no secret span, and is named as the caller. */
export function createCallerJudge(judgements: readonly CallerJudgement[]): CallerJudge {
  const byId = new Map(judgements.map((judgement) => [judgement.id, judgement]));
  const open = new Map<string, OpenStatement>();
  return {
    name: 'caller',
    locality: 'caller',
    judge: async ({ statements }) =>
      statements.flatMap(({ index, ...shown }) => {
        const { text, evidence, before } = shown;
        const known = new TextEncoder().encode(JSON.stringify([text, evidence, before]));
        const id = fingerprint(known).slice(0, 16);
        const judgement = byId.get(id);
        // Support without quoted words counts for nothing, so the caller is asked again.
        if (judgement === undefined || (judgement.verdict === 'supported' && !judgement.quote?.trim())) {
          open.set(id, { id, ...shown });
          return [];
        }
        const { verdict, quote, reason } = judgement;
        return [{ index, verdict, quote: quote ?? null, reason: reason ?? null }];
      }),
    open: () => [...open.values()],
  };
}

import type { CallerJudgement, OpenStatement } from '@memora/validator/judge';

export { type CallerJudge, createCallerJudge } from '@memora/validator/judge';

/** Returns a statement that waits for the caller's judgement, as JSON, with its evidence. */
export function toOpenJson({ id, text, before, evidence }: OpenStatement) {
  return {
    id,
    statement: text,
    /** The preceding text, which shows whom "she" means. */
    ...(before !== undefined && { before }),
    evidence: evidence.map(({ quote, passage, context }) => ({
      /** The cited words, if they are not the whole passage. */
      ...(quote !== passage && { quote }),
      passage,
      path: context.path,
      headings: context.headings,
      dates: context.dates,
      /** The author of the note, if it names one. */
      ...(context.author !== undefined && { author: context.author }),
      speaker: context.speaker,
      lead_in: context.leadIn,
      header: context.header,
    })),
  };
}

/** A statement for the caller to judge, in JSON. */
export type OpenJson = ReturnType<typeof toOpenJson>;

/** Parses a caller's judgements; anything else is ignored. */
export function readJudgements(given: unknown): CallerJudgement[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  return list.filter(
    (each): each is CallerJudgement => typeof (each as Partial<CallerJudgement> | null)?.id === 'string',
  );
}

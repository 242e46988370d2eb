import type { CallerJudgement, OpenStatement } from '@memora/validator/judge';

export { type CallerJudge, createCallerJudge } from '@memora/validator/judge';

/** A statement for the caller to judge, in JSON, with its evidence. */
export interface OpenJson {
  readonly id: string;
  readonly statement: string;
  /** The preceding text, which shows who "she" is. */
  readonly before?: string;
  readonly evidence: readonly {
    /** The cited words, if they are not the whole passage. */
    readonly quote?: string;
    readonly passage: string;
    readonly path: string;
    readonly headings: readonly string[];
    readonly dates: readonly string[];
    /** The author of the note, if it names one. */
    readonly author?: string;
    readonly speaker: string | null;
    readonly lead_in: string | null;
    readonly header: string | null;
  }[];
}

/** Returns a statement that waits for the caller's judgement, as JSON. */
export function toOpenJson({ id, text, before, evidence }: OpenStatement): OpenJson {
  return {
    id,
    statement: text,
    ...(before !== undefined && { before }),
    evidence: evidence.map(({ quote, passage, context }) => ({
      ...(quote !== passage && { quote }),
      passage,
      path: context.path,
      headings: context.headings,
      dates: context.dates,
      ...(context.author !== undefined && { author: context.author }),
      speaker: context.speaker,
      lead_in: context.leadIn,
      header: context.header,
    })),
  };
}

/** Parses a caller's judgements; anything else is ignored. */
export function readJudgements(given: unknown): CallerJudgement[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  return list.filter(
    (each): each is CallerJudgement => typeof (each as Partial<CallerJudgement> | null)?.id === 'string',
  );
}

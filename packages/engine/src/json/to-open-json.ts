import type { CallerJudgement, OpenStatement } from '@memora/validator/judge';

export { type CallerJudge, createCallerJudge } from '@memora/validator/judge';

/** A statement that the caller is asked to judge, as it is on a wire, with the evidence that counts. */
export interface OpenJson {
  readonly id: string;
  readonly statement: string;
  /** What the text says before it: whom "she" means there. */
  readonly before?: string;
  readonly evidence: readonly {
    /** The cited words, where they are not the whole passage. */
    readonly quote?: string;
    readonly passage: string;
    readonly path: string;
    readonly headings: readonly string[];
    readonly dates: readonly string[];
    /** Who wrote the note, where it says so. */
    readonly author?: string;
    readonly speaker: string | null;
    readonly lead_in: string | null;
    readonly header: string | null;
  }[];
}

/** A statement that waits for the caller's judgement, as JSON. */
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

/** The judgements of a caller; what is none says nothing. */
export function readJudgements(given: unknown): CallerJudgement[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  return list.filter(
    (each): each is CallerJudgement => typeof (each as Partial<CallerJudgement> | null)?.id === 'string',
  );
}

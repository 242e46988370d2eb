import type { Band } from '@memora/core';

/** What a judge says of a statement: it follows from its evidence, follows in part, is contradicted, or the evidence does not tell. */
export type JudgeVerdict = 'supported' | 'partly' | 'contradicted' | 'not_told';

/** What stands around a quote in its note. */
export interface EvidenceContext {
  readonly title: string | null;
  /** Path of the note. */
  readonly path: string;
  /** The headings over the quote, outermost first. */
  readonly headings: readonly string[];
  /** Dates of the note or section, ISO 8601: out of the path, the frontmatter, the headings. */
  readonly dates: readonly string[];
  readonly speaker: string | null;
  /** Who wrote the note, as its frontmatter names them; left out where it names nobody. */
  readonly author?: string | undefined;
  /** The line that a list is under. */
  readonly leadIn: string | null;
  /** The header row of a table. */
  readonly header: string | null;
}

/** One cited place: the words, the passage they are in, and the context of the passage. */
export interface JudgeEvidence {
  readonly quote: string;
  readonly passage: string;
  readonly context: EvidenceContext;
  /** The strictest band of what is shown. */
  readonly band: Band;
}

/** One statement of an answer, without its markers, with what it cites. */
export interface JudgeStatement {
  /** Names the statement in the reply. */
  readonly index: number;
  readonly text: string;
  /** What the answer says right before it: whom "she" means there. No evidence; left out where there is nothing. */
  readonly before?: string | undefined;
  readonly evidence: readonly JudgeEvidence[];
}

/** All statements of an answer that are to be judged, in one call. */
export interface JudgeRequest {
  readonly question?: string | undefined;
  /** The date of asking, ISO 8601. */
  readonly today?: string | undefined;
  readonly statements: readonly JudgeStatement[];
}

/** What a judge says of one statement. `quote`: the words of its evidence that decide, letter for letter; `supported` counts for nothing without them. */
export interface JudgeReply {
  readonly index: number;
  readonly verdict: JudgeVerdict;
  readonly quote?: string | null | undefined;
  /** One line. */
  readonly reason?: string | null | undefined;
  /** When the judge said so, ISO 8601, where it was not asked again. */
  readonly rememberedFrom?: string | undefined;
}

/** Asks whether statements follow from their evidence. An index that is left out stays `not_judged`. */
export type JudgeFunction = (
  request: JudgeRequest,
  options: { readonly signal?: AbortSignal | undefined },
) => Promise<readonly JudgeReply[]>;

/** A judge. `cloud` and `caller` are never shown a secret span; a bare function is taken for a cloud. */
export interface Judge {
  readonly name: string;
  /** `local` only if no text leaves the machine; `caller`: the program that asked Memora judges itself. */
  readonly locality: 'local' | 'cloud' | 'caller';
  /** True if the judge wrote the answer itself. What it finds supported earns no tick where the words differ from the note's. */
  readonly isWriter?: boolean | undefined;
  readonly judge: JudgeFunction;
}

/** The judge as an object. */
export function toJudge(judge: Judge | JudgeFunction): Judge {
  return typeof judge === 'function' ? { name: judge.name || 'function', locality: 'cloud', judge } : judge;
}

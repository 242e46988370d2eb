import type { Band } from '@memora/core';

/** A judge's verdict: the statement follows from its evidence, follows in part, is contradicted, or the evidence does not say. */
export type JudgeVerdict = 'supported' | 'partly' | 'contradicted' | 'not_told';

/** The context of a quote in its note. */
export interface EvidenceContext {
  readonly title: string | null;
  /** Path of the note. */
  readonly path: string;
  /** The headings above the quote, outermost first. */
  readonly headings: readonly string[];
  /** ISO 8601 dates of the note or section, from the path, the frontmatter and the headings. */
  readonly dates: readonly string[];
  readonly speaker: string | null;
  /** The author in the note's frontmatter; absent if it names none. */
  readonly author?: string | undefined;
  /** The line that introduces a list. */
  readonly leadIn: string | null;
  /** The header row of a table. */
  readonly header: string | null;
}

/** One cited place: the words, their passage, and the context of the passage. */
export interface JudgeEvidence {
  readonly quote: string;
  readonly passage: string;
  readonly context: EvidenceContext;
  /** The strictest band of the text shown. */
  readonly band: Band;
}

/**
 * One statement of an answer, without its markers, with its evidence. The lines of the answer that introduce it
 * are in `text` or in `before`.
 */
export interface JudgeStatement {
  /** Identifies the statement in the reply. */
  readonly index: number;
  readonly text: string;
  /** The preceding text of the answer, for example to resolve "she". Not evidence; absent if there is none. */
  readonly before?: string | undefined;
  readonly evidence: readonly JudgeEvidence[];
}

/** All statements of an answer to be judged, in one call. */
export interface JudgeRequest {
  readonly question?: string | undefined;
  /** The date of asking, ISO 8601. */
  readonly today?: string | undefined;
  readonly statements: readonly JudgeStatement[];
}

/** A judge's reply for one statement. `quote`: the deciding words of its evidence, verbatim; without them `supported` does not count. */
export interface JudgeReply {
  readonly index: number;
  readonly verdict: JudgeVerdict;
  readonly quote?: string | null | undefined;
  /** One line. */
  readonly reason?: string | null | undefined;
  /** When the judge gave this verdict, ISO 8601, if it comes from a cache. */
  readonly rememberedFrom?: string | undefined;
}

/** Judges whether statements follow from their evidence. An index missing from the reply stays `not_judged`. */
export type JudgeFunction = (
  request: JudgeRequest,
  options: { readonly signal?: AbortSignal | undefined },
) => Promise<readonly JudgeReply[]>;

/** A judge. `cloud` and `caller` never receive a secret span; a bare function counts as `cloud`. */
export interface Judge {
  readonly name: string;
  /** `local` only if no text leaves the machine; `caller`: the program that called Memora judges. */
  readonly locality: 'local' | 'cloud' | 'caller';
  /** True if the judge wrote the answer itself. Its support earns no tick if the words differ from the note's. */
  readonly isWriter?: boolean | undefined;
  readonly judge: JudgeFunction;
}

/** Returns the judge as an object. */
export function toJudge(judge: Judge | JudgeFunction): Judge {
  return typeof judge === 'function' ? { name: judge.name || 'function', locality: 'cloud', judge } : judge;
}

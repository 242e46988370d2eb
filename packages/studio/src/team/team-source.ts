import type { AnswerJson } from '@memora/engine/json';
import type { Written } from './note-author.ts';

/** A team's memory, as its server presents it to the holder of a token. The server sends no secret text. */
export interface TeamSource {
  /** The team's name on the page. */
  readonly name: string;
  /** Runs one operation on the server. Throws the server's error with its code. */
  readonly ask: <Answer>(operation: string, args?: object) => Promise<Answer>;
}

/** A passage from `memora_query` or `memora_query_cited`, with its place. */
export interface TeamPassage extends Written {
  readonly claim_ids: readonly string[];
  readonly note: string;
  /** The note and the headings above the passage, separated by ` › `. */
  readonly place: string;
  readonly dates: readonly string[];
  readonly speaker: string | null;
  readonly text: string;
  readonly best: string | null;
}

/** The parts of a `memora_query_cited` result that the page shows. */
export interface TeamAnswer
  extends Pick<
    AnswerJson,
    'written_by' | 'abstained' | 'statements' | 'refused' | 'notices' | 'degraded_reasons'
  > {
  readonly checks: readonly (AnswerJson['checks'][number] & Written)[];
  readonly passages: readonly TeamPassage[];
  readonly nearest: readonly TeamPassage[];
}

/** The result of `memora_verify_claim`: whether the bytes of a claim are in its note now. */
export interface TeamProof {
  readonly exists: boolean;
  readonly span_intact: boolean | null;
  readonly current_text: string | null;
}

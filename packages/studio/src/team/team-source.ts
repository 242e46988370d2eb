import type { AnswerJson } from '@memora/engine/json';

/** A team's memory, as its server answers whoever holds a token. What it sends holds no secret text. */
export interface TeamSource {
  /** What the page calls it. */
  readonly name: string;
  /** Has the server do one operation. Throws what it says, with its code. */
  readonly ask: <Answer>(operation: string, args?: object) => Promise<Answer>;
}

/** A passage, as `memora_query` and `memora_query_cited` give it: by its place, for a reader of lines. */
export interface TeamPassage {
  readonly claim_ids: readonly string[];
  readonly note: string;
  /** The note, and the headings above the passage, between ` › `. */
  readonly place: string;
  readonly dates: readonly string[];
  readonly speaker: string | null;
  readonly text: string;
  readonly best: string | null;
  /** Who wrote the newest version of the note. */
  readonly author?: string;
}

/** What `memora_query_cited` gives, as far as the page shows it. */
export interface TeamAnswer
  extends Pick<
    AnswerJson,
    'written_by' | 'abstained' | 'statements' | 'refused' | 'notices' | 'degraded_reasons'
  > {
  readonly checks: readonly (AnswerJson['checks'][number] & Pick<TeamPassage, 'author'>)[];
  readonly passages: readonly TeamPassage[];
  readonly nearest: readonly TeamPassage[];
}

/** What `memora_verify_claim` gives: whether the bytes of a claim are in its note now. */
export interface TeamProof {
  readonly exists: boolean;
  readonly span_intact: boolean | null;
  readonly current_text: string | null;
}

/** A team's memory, as its server answers whoever holds a token. What it sends holds no secret text. */
export interface TeamSource {
  /** What the page calls it. */
  readonly name: string;
  /** Has the server do one operation. Throws what it says, with its code. */
  readonly ask: <Answer>(operation: string, args?: object) => Promise<Answer>;
}

/** A passage, as `memora_query` and `memora_query_cited` give it. */
export interface TeamPassage {
  readonly claim_ids: readonly string[];
  readonly note: string;
  /** The note, and the headings above the passage, between ` › `. */
  readonly place: string;
  readonly dates: readonly string[];
  readonly speaker: string | null;
  readonly text: string;
  readonly best: string | null;
}

/** A sentence of an answer, or of one that was refused. */
export interface TeamStatement {
  readonly text: string;
  readonly kind?: string;
  readonly wording: string;
  readonly judgement: string;
  readonly judged_by?: string | null;
  readonly because?: { readonly quote: string } | null;
  readonly differences?: readonly { readonly here: string; readonly there: string }[];
  readonly kept?: boolean;
  readonly reason: string;
  readonly checks?: readonly number[];
}

/** What `memora_query_cited` gives. */
export interface TeamAnswer {
  readonly written_by: string;
  readonly abstained: boolean;
  readonly passages: readonly TeamPassage[];
  readonly nearest: readonly TeamPassage[];
  readonly statements: readonly TeamStatement[];
  readonly refused: readonly TeamStatement[];
  readonly checks: readonly {
    readonly claim_id: string;
    readonly status: string;
    readonly note: string | null;
  }[];
  readonly notices: { readonly behind: readonly string[] };
  readonly degraded_reasons: readonly string[];
}

/** What `memora_verify_claim` gives: whether the bytes of a claim are in its note now. */
export interface TeamProof {
  readonly exists: boolean;
  readonly span_intact: boolean | null;
  readonly current_text: string | null;
}

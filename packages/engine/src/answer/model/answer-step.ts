/** One request to a model on the way to an answer. */
export interface AnswerStep {
  readonly step: 'rewrite' | 'answer' | 'judge';
  readonly model: string;
  readonly seconds: number;
  /** As the provider counts them; null where it does not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

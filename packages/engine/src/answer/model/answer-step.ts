/** One request to a model for an answer. */
export interface AnswerStep {
  readonly step: 'rewrite' | 'answer' | 'judge';
  readonly model: string;
  readonly seconds: number;
  /** As counted by the provider; null if it does not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

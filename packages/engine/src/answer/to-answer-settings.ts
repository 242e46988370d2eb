import { WEIGHTS } from '@memora/retrieval/internal';
import type { MemoraConfig } from '../config/index.ts';
import type { AnswerSettings } from './answer-question.ts';

/** Returns the answer settings of a config. */
export function toAnswerSettings({ retrieval, answer }: MemoraConfig): AnswerSettings {
  return {
    promptTokens: retrieval.promptTokens,
    rewrite: retrieval.rewrite,
    floor: retrieval.floor ?? WEIGHTS.page.floor,
    policy: answer.policy,
  };
}

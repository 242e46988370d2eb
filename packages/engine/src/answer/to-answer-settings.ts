import { WEIGHTS } from '@memora/retrieval/internal';
import type { MemoraConfig } from '../config/index.ts';
import type { AnswerSettings } from './answer-question.ts';

/** How a config wants questions answered. */
export function toAnswerSettings({ retrieval, answer }: MemoraConfig): AnswerSettings {
  return {
    promptTokens: retrieval.promptTokens,
    rewrite: retrieval.rewrite,
    floor: retrieval.floor ?? WEIGHTS.page.floor,
    policy: answer.policy,
  };
}

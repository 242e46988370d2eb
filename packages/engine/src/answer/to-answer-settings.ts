import type { MemoraConfig } from '../config/index.ts';
import type { AnswerSettings } from './answer-question.ts';

/** A passage that holds less of what is asked for, by rarity, is about something else. */
const FLOOR = 0.5;

/** How a config wants questions answered. */
export function toAnswerSettings({ retrieval, answer }: MemoraConfig): AnswerSettings {
  return {
    promptTokens: retrieval.promptTokens,
    rewrite: retrieval.rewrite,
    floor: retrieval.floor ?? FLOOR,
    policy: answer.policy,
  };
}

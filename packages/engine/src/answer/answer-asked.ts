import type { MemoraConfig } from '../config/index.ts';
import type { Memory, PassageOptions } from '../memory.ts';
import type { LearnedFeedback } from '../upkeep/feedback/learned-feedback.ts';
import type { Answer, AskOptions } from './answer.ts';
import type { AnswerPorts } from './answer-question.ts';
import { type AskPorts, askMemory } from './ask-memory.ts';
import { toAnswerSettings } from './to-answer-settings.ts';
import { withPlaces } from './with-places.ts';

/** A question to a memory, over files or a team's rows. Each note is read once per question, so that the checked text is the shown text. */
export interface AskedQuestion
  extends Pick<
      AnswerPorts,
      'findPassages' | 'findClaims' | 'claimsIn' | 'reranker' | 'findBehind' | 'claimsOf' | 'readSpan'
    >,
    Pick<AnswerPorts, 'model' | 'fence' | 'units' | 'judge' | 'bandSettings' | 'now' | 'traceVerify'>,
    Pick<AskPorts, 'citableAt' | 'live' | 'revision' | 'renew' | 'findChanged'> {
  readonly readNote: AnswerPorts['sources'];
  readonly config: MemoraConfig;
}

/** Returns the dependencies of answering a question. */
function toPorts(question: AskedQuestion): AnswerPorts {
  const { config } = question;
  return {
    ...question,
    claims: question.citableAt('none'),
    sources: question.readNote,
    settings: toAnswerSettings(config),
    policy: { redactSecretInCloud: config.privacy.redactSecretInCloud },
  };
}

/** Answers a question, and learns from it. */
export async function answerAsked(
  text: string,
  asked: AskOptions,
  question: AskedQuestion,
  learned: Pick<LearnedFeedback, 'learn'> = { learn: async () => undefined },
): Promise<Answer> {
  const answer = await askMemory(text, asked, { ...question, ...toPorts(question), learned });
  return { ...answer, report: await withPlaces(answer.report, question.readNote) };
}

/** Returns the results of a question as a page of passages. */
export async function findAsked(
  text: string,
  asked: PassageOptions,
  question: AskedQuestion,
): ReturnType<Memory['passages']> {
  const { findPage } = await import('./search/find-page.ts');
  return findPage(text, asked, {
    ...toPorts(question),
    live: question.live,
    most: question.config.retrieval.topK,
  });
}

/** Returns the prompt that a model would receive. */
export async function promptAsked(
  text: string,
  asked: Parameters<Memory['prompt']>[1],
  question: AskedQuestion,
): ReturnType<Memory['prompt']> {
  const { promptFor } = await import('./model/prompt-for.ts');
  return promptFor(text, asked ?? {}, toPorts(question));
}

import type { ClaimLookup } from '@memora/validator';
import type { AskedAsOf } from '../lookup/to-as-of.ts';
import type { Withholding } from '../lookup/to-citable-lookup.ts';
import type { LiveClaims } from '../privacy/live-bands.ts';
import { answerInTime } from '../timeline/answer-in-time.ts';
import type { LearnedFeedback } from '../upkeep/feedback/learned-feedback.ts';
import type { Answer, AskOptions } from './answer.ts';
import type { AnswerPorts } from './answer-question.ts';
import { hideFreshSecrets } from './evidence/hide-fresh-secrets.ts';

/** The dependencies of `memory.ask` besides the answering ones. */
export interface AskPorts extends Omit<AnswerPorts, 'claims'> {
  readonly citableAt: (withhold: Withholding, asOf?: AskedAsOf) => ClaimLookup;
  readonly learned: Pick<LearnedFeedback, 'learn'>;
  readonly live: LiveClaims;
  /** Another text whenever the index was written to. */
  readonly revision: () => Promise<string | null>;
  /** Forgets what was read of notes that have changed since. */
  readonly renew: () => void;
  /**
   * The notes of what was found that have changed since, and of an answer that says nothing any other: the one that says it may have been
   * half written when it was indexed. Named for whoever asks.
   */
  readonly findChanged: (
    answer: Pick<Answer, 'hits' | 'abstained'>,
    asked: AskOptions,
  ) => Promise<readonly string[]>;
}

/** An index that is written to all the time is asked so often at most. */
const MOST_TRIES = 3;

/** Answers, and learns from it. Who asks for secret claims is shown them; not what became secret while a model was asked. */
export async function askMemory(
  text: string,
  asked: AskOptions,
  { citableAt, learned, live, revision, renew, findChanged, ...ports }: AskPorts,
): Promise<Answer> {
  const withhold = asked.bands === undefined || asked.bands.includes('secret') ? 'fresh' : 'all';
  const ask = async (): Promise<Asked> => {
    renew();
    const answer = await answerInTime(text, asked, { ...ports, claims: citableAt(withhold, asked.asOf) });
    // What was found may have been edited before it was read: its sentences are left out, and the note is named.
    return { answer, late: await findChanged(answer, asked) };
  };
  const { answer, late } = await askOneIndex(ask, revision);
  await learned.learn(answer);
  const behind = [...new Set([...answer.notices.behind, ...late])].sort();
  const shown = { ...answer, notices: { ...answer.notices, behind } };
  return hideFreshSecrets(shown, asked, live, { ...ports, readNote: ports.sources });
}

/** An answer with the notes that have changed since it was found. */
interface Asked {
  readonly answer: Answer;
  readonly late: readonly string[];
}

/**
 * An answer from one state of the index, held against the notes before another: what was found before a note was indexed anew is gone when it
 * is read after, and an answer that says nothing because a note was half written is behind no note once that is indexed whole. A model is
 * not asked a second time.
 */
async function askOneIndex(ask: () => Promise<Asked>, revision: AskPorts['revision']): Promise<Asked> {
  for (let tries = 1; ; tries++) {
    const before = await revision();
    const asked = await ask();
    if (asked.answer.attempts > 0 || tries === MOST_TRIES || (await revision()) === before) return asked;
  }
}

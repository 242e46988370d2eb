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
  /** Returns a text that changes whenever the index is written. */
  readonly revision: () => Promise<string | null>;
  /** Drops cached text of notes that have changed since. */
  readonly renew: () => void;
  /**
   * Returns the notes of the results that have changed since, and for an empty answer any changed note, because the relevant one may have been half written
   * when it was indexed. Named as the asker may see them.
   */
  readonly findChanged: (
    answer: Pick<Answer, 'hits' | 'abstained'>,
    asked: AskOptions,
  ) => Promise<readonly string[]>;
}

/** Maximum number of tries while the index is being written. */
const MOST_TRIES = 3;

/** Answers, and learns from it. A caller that requests secret claims sees them, except text that became secret while a model was answering. */
export async function askMemory(
  text: string,
  asked: AskOptions,
  { citableAt, learned, live, revision, renew, findChanged, ...ports }: AskPorts,
): Promise<Answer> {
  const withhold = asked.bands === undefined || asked.bands.includes('secret') ? 'fresh' : 'all';
  const ask = async (): Promise<Asked> => {
    renew();
    const answer = await answerInTime(text, asked, { ...ports, claims: citableAt(withhold, asked.asOf) });
    // A result may have been edited before it was read. Its sentences are left out, and the note is reported.
    return { answer, late: await findChanged(answer, asked) };
  };
  const { answer, late } = await askOneIndex(ask, revision);
  await learned.learn(answer);
  const behind = [...new Set([...answer.notices.behind, ...late])].sort();
  const shown = { ...answer, notices: { ...answer.notices, behind } };
  return hideFreshSecrets(shown, asked, live, { ...ports, readNote: ports.sources });
}

/** An answer, and the notes that have changed since it was found. */
interface Asked {
  readonly answer: Answer;
  readonly late: readonly string[];
}

/**
 * Answers from a single state of the index. If the index changes in between, the question is searched again,
 * because results of a note that was indexed in between would be missing. A model is not called a second
 * time.
 */
async function askOneIndex(ask: () => Promise<Asked>, revision: AskPorts['revision']): Promise<Asked> {
  for (let tries = 1; ; tries++) {
    const before = await revision();
    const asked = await ask();
    if (asked.answer.attempts > 0 || tries === MOST_TRIES || (await revision()) === before) return asked;
  }
}

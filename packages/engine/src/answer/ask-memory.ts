import type { ClaimLookup } from '@memora/validator';
import type { AskedAsOf } from '../lookup/to-as-of.ts';
import type { Withholding } from '../lookup/to-citable-lookup.ts';
import type { LiveClaims } from '../privacy/live-bands.ts';
import { answerInTime, type TimePorts } from '../timeline/answer-in-time.ts';
import type { LearnedFeedback } from '../upkeep/feedback/learned-feedback.ts';
import type { Answer, AskOptions } from './answer.ts';
import { hideFreshSecrets } from './hide-fresh-secrets.ts';

/** What `memory.ask` needs besides what answers. */
export interface AskPorts extends Omit<TimePorts, 'claims'> {
  readonly citableAt: (withhold: Withholding, asOf?: AskedAsOf) => ClaimLookup;
  readonly learned: Pick<LearnedFeedback, 'learn'>;
  readonly live: LiveClaims;
}

/** Answers, and learns from it. Who asks for secret claims is shown them; not what became secret while a model was asked. */
export async function askMemory(
  text: string,
  asked: AskOptions,
  { citableAt, learned, live, ...ports }: AskPorts,
): Promise<Answer> {
  const withhold = asked.bands === undefined || asked.bands.includes('secret') ? 'fresh' : 'all';
  const answer = await answerInTime(text, asked, { ...ports, claims: citableAt(withhold, asked.asOf) });
  await learned.learn(answer);
  return hideFreshSecrets(answer, asked, live);
}

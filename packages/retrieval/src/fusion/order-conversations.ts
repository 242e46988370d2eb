import { type AskedVoice, readAskedVoice } from '@memora/language/asked';
import { byScoreThenId, type Candidate } from './diversify.ts';

/** What is known of a candidate that stands in a conversation. */
export interface Voice {
  /** 1 for a user's own words, less for an assistant's, a tool's, and what a user pasted. */
  readonly trust: number;
  /** From when on what it says holds, mostly the time of its turn; null outside conversations, and where it has none. */
  readonly saidAt: string | null;
  /** How much of the question its own words hold, 0–1. */
  readonly ownCoverage: number;
}

/** Of what is said alike, the share that trust decides: a user's own words before an assistant's, and these before a tool's. */
const SHARE: Readonly<Record<AskedVoice | 'other', number>> = { user: 1, other: 0.3, assistant: 0 };

/** From this share of the best on, in score and in what their own words hold of the question, two turns are taken to tell of the same thing. */
const SAME_THING = 0.6;

type VoiceOf = (key: number) => Voice | undefined;

/** Weighs what conversations say by who says it: more where the question is about the user, and not at all where it is about what the assistant said. */
export function weighVoices(
  candidates: readonly Candidate[],
  question: string,
  voiceOf: VoiceOf,
): Candidate[] {
  const share = SHARE[readAskedVoice(question) ?? 'other'];
  return candidates.map((each) => ({
    ...each,
    score: each.score * (1 - share + share * (voiceOf(each.key)?.trust ?? 1)),
  }));
}

/** Of what the user said of the same thing the newest first, in the places that it has together. Within a day the order stays. */
export function putNewestFirst(
  candidates: readonly Candidate[],
  voiceOf: (key: number) => Voice | undefined,
): Candidate[] {
  const own = candidates.flatMap((each) => {
    const voice = voiceOf(each.key);
    return voice?.trust === 1 && voice.saidAt !== null
      ? [{ ...each, ownCoverage: voice.ownCoverage, day: voice.saidAt.slice(0, DAY) }]
      : [];
  });
  const most = Math.max(0, ...own.map(({ ownCoverage }) => ownCoverage));
  const best = Math.max(0, ...candidates.map(({ score }) => score));
  const alike = own
    .filter(({ ownCoverage, score }) => ownCoverage >= most * SAME_THING && score >= best * SAME_THING)
    .sort(byScoreThenId);
  if (most === 0 || alike.length < 2) return [...candidates];
  const newest = alike.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : byScoreThenId(a, b)));
  const scoreByKey = new Map(newest.map(({ key }, i) => [key, alike[i]?.score ?? 0]));
  return candidates.map((each) => ({ ...each, score: scoreByKey.get(each.key) ?? each.score }));
}

const DAY = '2026-11-23'.length;

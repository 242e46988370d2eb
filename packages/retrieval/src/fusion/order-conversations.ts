import { readAskedVoice } from '@memora/language/asked';
import { byScoreThenId, type Candidate } from './diversify.ts';

/** What is known of a candidate that stands in a conversation. */
export interface Voice {
  /** 1 for a user's own words, less for an assistant's, a tool's, and what a user pasted. */
  readonly trust: number;
  /** From when on what it says holds, mostly the time of its turn; null outside conversations, and where it has none. */
  readonly saidAt: string | null;
  /** How much of the question the turn holds, 0–1: what it tells of is named in one sentence and told in the next. */
  readonly ownCoverage: number;
  /** The words of the question that the turn holds, each with its part of all that is asked for. */
  readonly held: ReadonlyMap<string, number>;
}

/** Of what is said alike, the share that trust decides: a user's own words before an assistant's, and these before a tool's. */
const TRUST = 0.3;

/** From this share of the best score on, two turns are taken to tell of the same thing. */
const SAME_THING = 0.6;
/** They hold nearly the same words of the question, too: what happened to the dance class is no newer word about who helps with it, nor is a job interview about the job of a niece. */
const SAME_WORDS = 0.85;
/** Of the question, at least so much: turns that share a word of it tell of as many things. Less than half, because what it asks for (“in which city”) need stand in none. */
const OF_QUESTION = 0.45;

type VoiceOf = (key: number) => Voice | undefined;

/** What a user's own turn counts where it is asked what the assistant said. */
const ASKING = 0.6;
/** The share that a turn's own words decide: turns beside one that holds the words are found with it. Of what an assistant said none: it answers words that the user said. */
const OWN_WORDS = 0.7;

/** Weighs what conversations say by who says it: more where the question is about the user, and the assistant's first where it is about what the assistant said. */
export function weighVoices(
  candidates: readonly Candidate[],
  question: string,
  voiceOf: VoiceOf,
): Candidate[] {
  const asked = readAskedVoice(question);
  const most = Math.max(0, ...candidates.map(({ key }) => voiceOf(key)?.ownCoverage ?? 0));
  const factorOf = ({ trust, saidAt, ownCoverage }: Voice): number => {
    if (asked === 'assistant') return saidAt !== null && trust === 1 ? ASKING : 1;
    const own = most === 0 ? 1 : ownCoverage / most;
    const said = 1 - OWN_WORDS + OWN_WORDS * own;
    if (asked === 'user') return trust ** 3 * said;
    // A note stands under its title and headings: what it tells of is often named there alone.
    return (1 - TRUST + TRUST * trust) * (saidAt === null ? 1 : said);
  };
  return candidates.map((each) => {
    const voice = voiceOf(each.key);
    return voice === undefined ? each : { ...each, score: each.score * factorOf(voice) };
  });
}

/**
 * Of what the user said of the same thing the newest first, in the places that it has together: what holds nearly all that any turn holds of the question, and
 * what is said again in nearly the same words, whatever another turn holds. Within a day the order stays.
 */
export function putNewestFirst(
  candidates: readonly Candidate[],
  voiceOf: (key: number) => Voice | undefined,
  textByKey: ReadonlyMap<number, string> = new Map(),
): Candidate[] {
  const own = candidates
    .flatMap((each): Said[] => {
      const voice = voiceOf(each.key);
      return voice?.trust === 1 && voice.saidAt !== null
        ? [{ ...each, ...voice, day: voice.saidAt.slice(0, DAY), words: wordsOf(textByKey.get(each.key)) }]
        : [];
    })
    .sort(byScoreThenId);
  const most = Math.max(0, ...own.map(({ ownCoverage }) => ownCoverage));
  const best = Math.max(0, ...candidates.map(({ score }) => score));
  const isFull = (one: Said): boolean => one.ownCoverage >= Math.max(OF_QUESTION, most * SAME_WORDS);
  const things: Said[][] = [];
  for (const each of own) {
    if (each.score < best * SAME_THING) continue;
    const thing = things.find(
      ([first]) =>
        first !== undefined &&
        isSameThing(first, each) &&
        ((isFull(first) && isFull(each)) || isSaidAgain(first.words, each.words)),
    );
    if (thing === undefined) things.push([each]);
    else thing.push(each);
  }
  const scoreByKey = new Map<number, number>();
  for (const thing of things) {
    const newest = thing.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : byScoreThenId(a, b)));
    for (const [i, { key }] of newest.entries()) scoreByKey.set(key, thing[i]?.score ?? 0);
  }
  return candidates.map((each) => ({ ...each, score: scoreByKey.get(each.key) ?? each.score }));
}

/** What a user said in a turn of a known day. */
interface Said extends Candidate, Voice {
  readonly day: string;
  readonly words: ReadonlySet<string>;
}

/** Of all words of two sentences, the share that one has as the other has it where only a value is another. */
const SAID_AGAIN = 0.6;

function isSaidAgain(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared > 0 && shared / (a.size + b.size - shared) >= SAID_AGAIN;
}

function wordsOf(text = ''): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
}

/** True where what one of two turns holds of the question, and the other does not, says little of it. */
function isSameThing(a: Said, b: Said): boolean {
  const only = (one: Said, other: Said): number =>
    [...one.held].reduce((sum, [word, share]) => sum + (other.held.has(word) ? 0 : share), 0);
  return only(a, b) + only(b, a) <= (1 - SAME_WORDS) * Math.max(a.ownCoverage, b.ownCoverage);
}

const DAY = '2026-11-23'.length;

import { segmentSentences } from '@memora/language/sentences';
import { languageOf, type TextLanguage } from '../words/language-of.ts';
import type { EvidenceWords } from './compare-replaced.ts';
import { type DriftToken, readDriftTokens } from './read-drift-tokens.ts';

/** A sentence of the evidence, or two neighbours. */
export interface DriftWindow {
  readonly tokens: readonly DriftToken[];
  /** One sentence. */
  readonly whole: boolean;
}

/** One sentence, two neighbours, or a whole text of more than two. */
export type WindowSize = 1 | 2 | 'text';

/** A cited text, read once for all statements that cite it. */
export interface DriftEvidence {
  readonly text: string;
  /** How many sentences it has. */
  readonly sentences: number;
  readonly words: EvidenceWords;
  /** The sentences, or pairs of neighbours, that have most of a statement's words. */
  readonly windowsFor: (said: readonly DriftToken[], size: WindowSize) => readonly DriftWindow[];
}

const MOST_TOKENS = 400;
/** This many of the best windows are aligned. */
const MOST_WINDOWS = 8;
/** Share of the statement's tokens that a window must have to be worth aligning. */
const LEAST_SHARE = 0.5;

/** Reads a cited text for {@link checkDrift}. */
export function prepareDriftEvidence(
  text: string,
  language: () => TextLanguage = () => languageOf(text),
): DriftEvidence {
  const sentences = sentencesOf(text);
  const stems = sentences.map((tokens) => new Set(tokens.map(({ stem }) => stem)));
  const all = sentences.flat();
  return {
    text,
    sentences: sentences.length,
    words: {
      values: new Set(all.flatMap(({ number }) => number?.values ?? [])),
      names: new Set(all.flatMap(({ name, key }) => (name ? [key] : []))),
      german: language().language === 'de',
    },
    windowsFor: (said, size) => {
      if (size === 'text')
        return sentences.length > 2 && all.length <= MOST_TOKENS ? [{ tokens: all, whole: false }] : [];
      const pairs = size === 2;
      const wanted = new Set(said.map(({ stem }) => stem));
      const ranked: { readonly share: number; readonly window: DriftWindow }[] = [];
      for (let i = 0; i < sentences.length - (pairs ? 1 : 0); i++) {
        let share = 0;
        for (const stem of wanted) if (stems[i]?.has(stem) || (pairs && stems[i + 1]?.has(stem))) share++;
        if (share < wanted.size * LEAST_SHARE) continue;
        const own = sentences[i] as readonly DriftToken[];
        const tokens = pairs ? [...own, ...(sentences[i + 1] as readonly DriftToken[])] : own;
        ranked.push({ share, window: { tokens, whole: !pairs } });
        if (!pairs && !opensClause(said[0])) {
          const rotated = rotate(own);
          if (rotated !== null) ranked.push({ share: share - 0.5, window: { tokens: rotated, whole: true } });
        }
      }
      ranked.sort((a, b) => b.share - a.share);
      return ranked.slice(0, MOST_WINDOWS).map(({ window }) => window);
    },
  };
}

function sentencesOf(text: string): (readonly DriftToken[])[] {
  const sentences: (readonly DriftToken[])[] = [];
  let start = 0;
  const push = (end: number) => {
    const tokens = readDriftTokens(text.slice(start, end));
    for (let at = 0; at < tokens.length; at += MOST_TOKENS / 2) {
      if (at > 0 && at + MOST_TOKENS / 2 >= tokens.length) break;
      const part = tokens.slice(at, at + MOST_TOKENS);
      const offset = start;
      sentences.push(
        offset === 0
          ? part
          : part.map((token) => ({ ...token, start: token.start + offset, end: token.end + offset })),
      );
    }
  };
  for (const line of text.matchAll(/[^\n]+/gu)) {
    for (const range of segmentSentences(line[0])) {
      start = line.index + range.start;
      push(line.index + range.end);
    }
  }
  return sentences;
}

/** What opens a clause that may stand before or behind the other one, besides a condition. */
const WHEN =
  /^(?:when|whenever|once|after|before|while|wenn|sobald|nachdem|bevor|während|quand|lorsque|cuando|quando|wanneer|когда)$/u;

function opensClause(token: DriftToken | undefined): boolean {
  return token !== undefined && (token.role.condition || WHEN.test(token.key));
}

/** `If it rains, the pump stops` as `the pump stops if it rains`; `null` where no condition and no time stands in front. */
export function rotate(tokens: readonly DriftToken[]): DriftToken[] | null {
  const [first] = tokens;
  if (!opensClause(first)) return null;
  const comma = tokens.findIndex(
    (token, i) => i > 1 && i < tokens.length - 1 && (tokens[i + 1] as DriftToken).start - token.end > 1,
  );
  return comma === -1 ? null : [...tokens.slice(comma + 1), ...tokens.slice(0, comma + 1)];
}

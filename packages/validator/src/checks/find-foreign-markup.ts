import type { TextRange } from '@memora/language/sentences';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import { findInline } from '../statements/find-inline.ts';

/** Tags that only format their text. */
const PLAIN_TAG =
  /^<\/?(?:b|i|em|strong|u|s|del|ins|sub|sup|small|mark|kbd|code|br|p|li|ul|ol|summary|details|span|div)\s*\/?>$/iu;

/** Markup that no cited passage has. */
interface ForeignMarkup {
  /** Refuses a statement from which it cannot be cut. */
  readonly disagreement: TokenDisagreement;
  /** The UTF-16 ranges to cut: all of it, except for the text of a link. */
  readonly cuts: readonly TextRange[];
}

/**
 * Finds links, images, comments, tags and struck-out words of a statement that no cited passage has: text that a reader cannot see, may be sent to by, or reads
 * as withdrawn.
 */
export function findForeignMarkup(
  plain: string,
  places: readonly CitedPlace[],
  { question }: VerificationSettings,
): ForeignMarkup[] {
  let known: string | undefined;
  let inline: ReadonlySet<string> | undefined;
  let looked = 0;
  const isKnown = (text: string) => {
    known ??= [
      ...places.flatMap(({ passages, quote, claim }) => [
        quote,
        claim.notePath,
        ...passages.map((each) => each.text),
      ]),
      question ?? '',
    ].join('\n');
    inline ??= new Set(inlineOf(known));
    // Markup that the evidence has is found in a set. Other markup is searched as text, up to a limit; markup past the limit counts as foreign.
    return inline.has(text) || (looked++ < MOST_LOOKED_FOR && known.includes(text));
  };
  return findInline(plain).ranges.flatMap(({ kind, start, end, shown }) => {
    const whole = plain.slice(start, end);
    if (kind === 'tag' ? PLAIN_TAG.test(whole) : !MARKUP.has(kind) && !whole.startsWith('~~')) return [];
    const target =
      kind === 'link' || kind === 'image'
        ? plain.slice(Math.max(start, shown.end + 2), end - 1).trim()
        : whole;
    if (isKnown(whole) || (kind !== 'comment' && target !== '' && isKnown(target))) return [];
    const token = target === '' ? whole : target;
    return [
      {
        disagreement: {
          kind: 'identifier' as const,
          statementToken: token,
          evidenceToken: null,
          decisive: true,
        },
        cuts:
          kind === 'link'
            ? [
                { start, end: shown.start },
                { start: shown.end, end },
              ]
            : [{ start, end }],
      },
    ];
  });
}

const MOST_LOOKED_FOR = 200;

function inlineOf(text: string): string[] {
  return findInline(text).ranges.map(({ start, end }) => text.slice(start, end));
}

const MARKUP: ReadonlySet<string> = new Set(['link', 'image', 'comment']);

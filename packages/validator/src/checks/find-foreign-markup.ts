import type { TextRange } from '@memora/language/sentences';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import { findInline } from '../statements/find-inline.ts';

/** Tags that only say how their text looks. */
const PLAIN_TAG =
  /^<\/?(?:b|i|em|strong|u|s|del|ins|sub|sup|small|mark|kbd|code|br|p|li|ul|ol|summary|details|span|div)\s*\/?>$/iu;

/** Markup that no cited passage has. */
interface ForeignMarkup {
  /** Refuses a statement that it can't be cut out of. */
  readonly disagreement: TokenDisagreement;
  /** What goes where it is cut: all of it, but for the words of a link. UTF-16. */
  readonly cuts: readonly TextRange[];
}

/** Links, images, comments, tags and struck words of a statement that no cited passage has: what a reader does not see, could be sent to, or reads as withdrawn. */
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
    // What the evidence has as markup is found by name; of the rest some are searched for letter by letter, and one that is missing refuses.
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

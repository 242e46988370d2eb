import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import { findInline } from '../statements/find-inline.ts';

/** Tags that only say how their text looks. */
const PLAIN_TAG =
  /^<\/?(?:b|i|em|strong|u|s|del|ins|sub|sup|small|mark|kbd|code|br|p|li|ul|ol|summary|details|span|div)\s*\/?>$/iu;

/**
 * Links, images, comments and tags of a statement that no cited passage has: what a reader does not see, or could be sent to. They refuse the
 * statement.
 */
export function findForeignMarkup(
  plain: string,
  places: readonly CitedPlace[],
  { question }: VerificationSettings,
): TokenDisagreement[] {
  let known: string | undefined;
  const isKnown = (text: string) => {
    known ??= [
      ...places.flatMap(({ passages, quote, claim }) => [
        quote,
        claim.notePath,
        ...passages.map((each) => each.text),
      ]),
      question ?? '',
    ].join('\n');
    return known.includes(text);
  };
  return findInline(plain).ranges.flatMap(({ kind, start, end, shown }) => {
    const whole = plain.slice(start, end);
    if (kind === 'tag' ? PLAIN_TAG.test(whole) : !MARKUP.has(kind)) return [];
    const target =
      kind === 'link' || kind === 'image'
        ? plain.slice(Math.max(start, shown.end + 2), end - 1).trim()
        : whole;
    if (isKnown(whole) || (kind !== 'comment' && target !== '' && isKnown(target))) return [];
    return [
      {
        kind: 'identifier' as const,
        statementToken: target === '' ? whole : target,
        evidenceToken: null,
        decisive: true,
      },
    ];
  });
}

const MARKUP: ReadonlySet<string> = new Set(['link', 'image', 'comment']);

import { sayingVerbs } from '@memora/language/assertion';
import type { ClaimAssertion } from '../../model/claim.ts';

const IF =
  'if|unless|in case|provided|assuming|suppose|supposing|wenn|falls|sofern|à condition|au cas où|si|если|en caso|a menos';
const CONDITION_BEFORE = new RegExp(
  `(?:^|[,;:—–(]\\s*|\\s)(?:${IF})(?!\\p{L}).*[,，]?\\s*(?:then|dann|alors|entonces)?\\s*$`,
  'iu',
);
const CONDITION_AFTER = new RegExp(`^\\s*,?\\s*(?:only |but only |nur |even )?(?:${IF})(?!\\p{L})`, 'iu');
const CONDITION_CJK = /もし|なら[、,]|(?:れ|け|せ|て|め|べ|ね|え)ば[、,]|たら[、,]|如果|要是|假如/u;

/** Verbs of saying, and other words that make a clause somebody's belief. */
const SAID = [
  sayingVerbs(),
  'think|thinks|thought|believe[sd]?|suspects?|suspected|allege[sd]?|assume[sd]?|predict(?:s|ed)?|guess(?:es|ed)?|fears?|feared|asked|according|reportedly|allegedly',
  'glaubt|glaubte|laut|zufolge|pense|croit|selon|cree|piensa|según|secondo',
].join('|');
const SAID_NEAR = new RegExp(`(?<!\\p{L})(?:${SAID})(?!\\p{L})`, 'iu');
const SAID_CJK = /と(?:言|述べ|話し|語|書い|考え|主張)|によると|说|表示|认为|声称|据/u;

/**
 * Returns the assertion of a text that was cut out of its sentence: the rest may make it the outcome of a condition or another person's words. Returns null if
 * the rest does neither.
 */
export function readCutQuote(before: string, after: string): ClaimAssertion | null {
  if (CONDITION_BEFORE.test(before) || CONDITION_AFTER.test(after) || CONDITION_CJK.test(before))
    return 'hypothetical';
  return SAID_NEAR.test(before) || SAID_NEAR.test(after) || SAID_CJK.test(before) || SAID_CJK.test(after)
    ? 'quoted'
    : null;
}

import { finiteWords } from '@memora/language/assertion';
import { readNumbers } from '@memora/language/numbers';
import { wordsOf } from '@memora/language/words';
import type { Segment } from '@memora/vault';
import { isPleasantry } from './is-pleasantry.ts';
import { isReflection } from './is-reflection.ts';

const NAVIGATION =
  /^(?:see|see also|back to|next|previous|table of contents|contents|read more|more|more info(?:rmation)?|related|links?)\b(?! (?:is|was|are|were|has|have)\b)[^.]{0,60}$|^\(?see\b(?: also)?\b(?! (?:is|was)\b)|\bplease (?:refer to|see|visit|read|check out)\b|^how to\b[^?:;`\d]{0,60}$|\bcheck out (?:the|our|their|this)\b|\bfor more (?:info(?:rmation)?|details?|examples?)\b|^(?:find|browse|explore|discover|learn (?:more|about|how to))\b[^.:;`\d]*$|^if you(?: want| would like|['’]d like| need) to (?:learn|know|contribute|help|read)\b/iu;
const PAGE =
  '(?:page|pages|guide|guides|how-to guides|section|sections|document|chapter|note|notes|article|tutorial|post)';
const ABOUT_PAGE = new RegExp(
  `^(?:this|these) ${PAGE} (?:describes?|explains?|shows?|covers?|lists?|contains?|takes?|provides?|collects?|gathers?|summari[sz]es?|discuss(?:es)?|introduces?|presents?|outlines?|walks?|is about|is an overview)\\b|^here (?:is|are)\\b` +
    `|^in this ${PAGE},? (?:we|i|you|you['’]ll|we['’]ll)\\b|^the following (?:\\p{L}+ ){1,3}?(?:gives?|shows?|lists?|describes?|provides?|contains?|explains?|summari[sz]es?)\\b(?!.*\\d)` +
    '|^(?:in diesem (?:abschnitt|kapitel|artikel|dokument|beitrag)|dans (?:cette|ce) (?:section|page|chapitre|article|document)|en (?:esta|este) (?:sección|página|capítulo|artículo|documento))(?!\\p{L})|^この(?:ページ|章|節|記事|文書|ノート)では',
  'iu',
);
/** A line of code with no text about it. */
const ONLY_CODE = /^\s*(`+)[^`]+\1[.:]?\s*$/u;
/** A noun phrase with a full stop: a caption. */
const CAPTION =
  /^(?:(?:an?|the)(?: [\p{L}-]+){1,3}|(?:\p{L}+ ){1,2}(?:with|without|of|for)(?: \p{L}+){1,2})\.$/iu;
/** Ends before its object, because that is a list or a picture. */
const DANGLING = / (?:with|for|of|to|the|a|an|and|or|from|into)$/iu;
const VERBISH =
  /\b(?:is|are|was|were|has|have|had|can|will|must|does|do|did|not|no|added|fixed|removed|changed|fix|add|remove|use|support|allow)\b/iu;

/** Returns why a text states nothing checkable; null if it may state something. `plain` is the text as a reader sees it. */
export function gateText(plain: string, markdown: string, segment: Segment): string | null {
  if (plain === '') return 'empty';
  if (!/[\p{L}\p{N}]/u.test(plain) || isMostlySigns(plain)) return 'markup';
  const linkless = withoutLinks(markdown);
  if (linkless === '' || isEmbedRest(markdown)) return 'navigation';
  if (ONLY_CODE.test(markdown)) return 'code_alone';
  if (NAVIGATION.test(plain)) return 'navigation';
  if (isPleasantry(plain)) return 'greeting';
  if (ABOUT_PAGE.test(plain)) return 'about_page';
  if (isReflection(plain)) return 'reflection';
  if (/[:：]$/u.test(plain)) return isInformative(plain, segment) ? null : 'lead_in';
  if (DANGLING.test(plain)) return 'lead_in';
  if (isLabel(markdown, plain)) return 'label';
  return isFragment(plain, segment) ? 'fragment' : null;
}

/** Returns the text without links, images and addresses, if only signs are left. */
function withoutLinks(markdown: string): string {
  if (!/[[<]|https?:/u.test(markdown)) return markdown;
  return markdown
    .replace(/!?\[\[[^[\]]*\]\]/gu, '')
    .replace(/!?\[[^[\]]*\]\([^()]*\)/gu, '')
    .replace(/!?\[[^[\]]*\]\[[^[\]]*\]/gu, '')
    .replace(/<?https?:[^\s>]+>?/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** True for the rest of an embed or image that was split at its exclamation mark. */
function isEmbedRest(markdown: string): boolean {
  return /^[^[\]]*\.base(?:#[^[\]]*)?\]\]$|^[^[(]*\]\]$|\]\([^()]*\.(?:png|jpe?g|gif|svg|webp)[^()]*\)[._]*$|^\[?!\[/iu.test(
    markdown,
  );
}

function isMostlySigns(plain: string): boolean {
  let [words, spaces] = [0, 0];
  for (let i = 0; i < plain.length; i++) {
    const unit = plain.charCodeAt(i);
    if (unit > 0x7f) return isMostlySignsAnywhere(plain);
    if (unit === 0x20 || (unit >= 9 && unit <= 13)) spaces++;
    else if (isAsciiWord(unit)) words++;
  }
  return words * 2.5 < plain.length - spaces;
}

function isAsciiWord(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
}

/** The same for text in any script. */
function isMostlySignsAnywhere(plain: string): boolean {
  const letters = plain.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0;
  return letters * 2.5 < plain.replace(/\s/gu, '').length;
}

/** True if a line that ends in a colon also states something. */
function isInformative(plain: string, segment: Segment): boolean {
  if (segment.kind !== 'sentence' && segment.kind !== 'list_item') return false;
  // In other scripts this can't be decided.
  if (!/[a-z]/iu.test(plain)) return false;
  if (/\b(?:following|these|this|examples?|below|as follows|result|here)\b/iu.test(plain)) {
    return /\b(?:by|with|using)\b.*\b\p{L}+\b/iu.test(plain) && plain.split(' ').length >= 12;
  }
  const count = plain.split(' ').length;
  return count >= 7 || (count >= 4 && saysHowMany(plain));
}

/** True for `Links come in two forms:`, which states a count. */
function saysHowMany(plain: string): boolean {
  const words = plain.replace(/[:：]$/u, '').split(' ');
  return readNumbers(words.slice(0, -1).slice(-COUNTED_IN).join(' ')).length > 0;
}

/** Maximum number of words between a number and the end of a line that counts its list: `two forms`, `six possible types of status`. */
const COUNTED_IN = 4;

/** True for bold text alone, without a full stop: a heading in disguise. */
function isLabel(markdown: string, plain: string): boolean {
  return /^(?:\*\*[^*]+\*\*|__[^_]+__|_[^_]+_)$/u.test(markdown.trim()) && !/[.!?。]$/u.test(plain);
}

/** True for a few words without a verb, a number or a quantity. */
function isFragment(plain: string, segment: Segment): boolean {
  if (segment.kind !== 'list_item' && segment.kind !== 'sentence') return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(plain))
    return plain.length < 4;
  const count = plain.split(/\s+/u).length;
  if (count === 1) return !(/\d/u.test(plain) && /\p{L}/u.test(plain)) || plain.length < 6;
  // A question is informative even if it is short.
  if (count > 4 || /\d|[?？؟]$|\p{Script=Greek}.*;$/u.test(plain) || VERBISH.test(plain)) return false;
  if (hasVerb(plain)) return false;
  return !/[.!]$/u.test(plain) || (CAPTION.test(plain) && !/\p{L}(?:s|ed|ing)\b/u.test(plain));
}

/** True if a verb is between two other words: "Harbor is green", which lists state without a full stop. */
function hasVerb(plain: string): boolean {
  return wordsOf(plain)
    .slice(1, -1)
    .some((word) => FINITE.has(word));
}

const FINITE: ReadonlySet<string> = new Set(finiteWords());

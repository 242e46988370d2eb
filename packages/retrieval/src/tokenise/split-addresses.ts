import { decodeAddress } from '@memora/core/internal';
import { allMatches } from '@memora/language/text';

/** A text without its addresses, and the addresses. */
interface TextAndAddresses {
  readonly prose: string;
  readonly addresses: readonly string[];
}

const MAY_HOLD = /\]\(|:\/\/|\[\[|www\./u;
const TARGET = /\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)?)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/gu;
const OWN_HEADING = String.raw`\[([^\n[\]]+)\]\((#(?:[^\s()]|\([^\s()]*\))*)\)|\[\[#([^\n[\]|]+)(?:\|([^\n[\]]+))?\]\]`;
/** A line of a table of contents: only links to headings of the same note, whose words occur there again. */
const LINE_OF_CONTENTS = new RegExp(
  String.raw`^[ \t]*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?[*_]{0,3}(?:(?:${OWN_HEADING})[ \t|,;/*_-]*)+$`,
  'gmu',
);
const LINK_TO_OWN_HEADING = new RegExp(OWN_HEADING, 'gu');
const RENAMED_LINK = /\[\[([^[\]|]+)\|([^[\]]+)\]\]/gu;
const BARE = /(?:https?|ftp|file|obsidian):\/\/[!-~]+|\bwww\.[!-~]+/giu;

/** Removes from a text what readers do not see as words: link targets and addresses. */
export function splitAddresses(text: string): TextAndAddresses {
  if (!MAY_HOLD.test(text)) return { prose: text, addresses: [] };
  const addresses: string[] = [];
  const prose = withoutContents(text, addresses)
    .replace(TARGET, (_, target: string) => {
      addresses.push(target);
      return '] ';
    })
    .replace(RENAMED_LINK, (_, target: string, shown: string) => {
      addresses.push(target);
      return ` ${shown} `;
    })
    .replace(BARE, (address: string) => {
      addresses.push(address.replace(/[)\]>"'.,;:!?*_]+$/u, ''));
      return ' ';
    });
  return { prose, addresses: addresses.map(bareAddress) };
}

/** A table of contents states nothing, but its lines would outrank the sections that they link to. */
function withoutContents(text: string, addresses: string[]): string {
  if (!text.includes('](#') && !text.includes('[[#')) return text;
  return text.replace(LINE_OF_CONTENTS, (line) => {
    for (const [, shown, target, heading, alias] of allMatches(line, LINK_TO_OWN_HEADING))
      addresses.push(...[shown, target, alias, heading].filter((part) => part !== undefined));
    return '';
  });
}

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\.)?/iu;
const SCHEMES = /\b(?:https?|ftp|file):\/\/(?:www\.)?/giu;
const ESCAPES = /(?:%[0-9a-f]{2})+/giu;

/** Returns the distinctive part of an address: without its scheme, and percent-decoded. */
function bareAddress(address: string): string {
  return decodeEscapes(address.replace(SCHEME, ''));
}

/** Removes schemes, so that an address in a question matches an indexed one. */
export function withoutSchemes(text: string): string {
  return text.includes('://') ? text.replace(SCHEMES, '') : text;
}

function decodeEscapes(address: string): string {
  return address.includes('%') ? address.replace(ESCAPES, decodeAddress) : address;
}

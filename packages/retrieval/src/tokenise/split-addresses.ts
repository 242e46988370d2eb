import { allMatches } from '@memora/language/text';

/** A text without the addresses in it, and those. */
interface TextAndAddresses {
  readonly prose: string;
  readonly addresses: readonly string[];
}

const MAY_HOLD = /\]\(|:\/\/|\[\[|www\./u;
const TARGET = /\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)?)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/gu;
const OWN_HEADING = String.raw`\[([^\n[\]]+)\]\((#(?:[^\s()]|\([^\s()]*\))*)\)|\[\[#([^\n[\]|]+)(?:\|([^\n[\]]+))?\]\]`;
/** A line of a table of contents: nothing but links to headings of its own note, in which the words that it shows stand again. */
const LINE_OF_CONTENTS = new RegExp(
  String.raw`^[ \t]*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?[*_]{0,3}(?:(?:${OWN_HEADING})[ \t|,;/*_-]*)+$`,
  'gmu',
);
const LINK_TO_OWN_HEADING = new RegExp(OWN_HEADING, 'gu');
const RENAMED_LINK = /\[\[([^[\]|]+)\|([^[\]]+)\]\]/gu;
const BARE = /(?:https?|ftp|file|obsidian):\/\/[!-~]+|\bwww\.[!-~]+/giu;

/** Takes out of a text what a reader does not see as words: targets of links, and addresses. */
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

/** A list of headings is no place where anything is told: its lines would outrank the sections that they lead to. */
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

/** What tells an address from others: without its scheme, and with what is escaped in it. */
function bareAddress(address: string): string {
  return decodeEscapes(address.replace(SCHEME, ''));
}

/** A question names an address by what is kept of one. */
export function withoutSchemes(text: string): string {
  return text.includes('://') ? text.replace(SCHEMES, '') : text;
}

function decodeEscapes(address: string): string {
  if (!address.includes('%')) return address;
  return address.replace(ESCAPES, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

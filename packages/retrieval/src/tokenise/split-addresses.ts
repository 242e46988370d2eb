/** A text without the addresses in it, and those. */
export interface TextAndAddresses {
  readonly prose: string;
  readonly addresses: readonly string[];
}

const MAY_HOLD = /\]\(|:\/\/|\[\[|www\./u;
const TARGET = /\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)?)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/gu;
const RENAMED_LINK = /\[\[([^[\]|]+)\|([^[\]]+)\]\]/gu;
const BARE = /(?:https?|ftp|file|obsidian):\/\/[!-~]+|\bwww\.[!-~]+/giu;

/** Takes out of a text what a reader does not see as words: targets of links, and addresses. */
export function splitAddresses(text: string): TextAndAddresses {
  if (!MAY_HOLD.test(text)) return { prose: text, addresses: [] };
  const addresses: string[] = [];
  const prose = text
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
  return { prose, addresses };
}

import { dropTreacherous } from '@memora/language/text';
import { toPlainText } from '@memora/vault/internal';
import { toAnswerLine } from '../../../answer/to-answer-line.ts';

/** Longer than this is no line of a page; its note is linked instead. In UTF-16 code units. */
const LONGEST = 600;

/**
 * A span's words as one line that Markdown and Obsidian show and do nothing with: no link, embed, tag, HTML, comment, math or
 * callout of the note's becomes one of the page's. Null for text that is too long, empty, or looks like a citation.
 */
export function toPageText(spanText: string): string | null {
  const plain = dropTreacherous(toPlainText(toAnswerLine(spanText)))
    .replace(/[\v-\r]/gu, '')
    .trim();
  if (plain === '' || plain.length > LONGEST || /[[\uff3b\u3010]\s*claim\s*[:：]/iu.test(plain)) return null;
  return plain
    .replace(/[\\`*<>$|~=]/gu, '\\$&')
    .replace(/%%/gu, '\\%\\%')
    .replace(/!?\[/gu, (bracket) => bracket.replace('[', '\\['))
    .replace(/\]/gu, '\\]')
    .replace(/(?<=^|[\s(])#(?=\S)/gu, '\\#')
    .replace(/(?<=^|\s)\^(?=[\w-]+$)/u, '\\^')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^(?:[-+#]|\d{1,9}[.)])(?=\s|$)/u, (mark) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`);
}

/** A name as plain words inside a page: in a link, a heading, a table cell. */
export function toPageName(name: string): string {
  return dropTreacherous(toPlainText(name))
    .replace(/[[\]|#^<>`*$%\\~=!]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

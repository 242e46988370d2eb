import { dropTreacherous } from '@memora/language/text';
import { toPlainText } from '@memora/vault/internal';
import { toAnswerLine } from '../../../answer/to-answer-line.ts';

/** Maximum length of a line, in UTF-16 code units. The note of a longer text is linked instead. */
const LONGEST = 600;

/**
 * A span's words as one inert line of Markdown: a link, embed, tag, HTML, comment, formula or callout of the
 * note does not take effect on the page. Null for text that is too long, empty, or looks like a citation.
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

/** A name as plain words, for a link, a heading or a table cell of a page. */
export function toPageName(name: string): string {
  return dropTreacherous(toPlainText(name))
    .replace(/[[\]|#^<>`*$%\\~=!]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

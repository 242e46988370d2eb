/**
 * Text without markup, for checking whether one text contains the words of another: no citations, list markers, heading
 * and quote marks, emphasis, code ticks, table pipes, link targets and HTML tags; one space between words, lower case.
 */
export function toPlainWords(text: string): string {
  return text
    .replace(/\[claim:[^\]]*\]/gu, ' ')
    .replace(/\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/gu, ']')
    .replace(/^[ \t]*(?:>[ \t]?)+/gmu, '')
    .replace(/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:\[[ xX]\][ \t]+)?/gmu, '')
    .replace(/^[ \t]*#{1,6}[ \t]+/gmu, '')
    .replace(/<\/?[a-z][^<>]*>/giu, ' ')
    .replace(/[*_`~[\]|·]/gu, ' ')
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/ ([,.;:!?])/gu, '$1')
    .trim()
    .toLowerCase();
}

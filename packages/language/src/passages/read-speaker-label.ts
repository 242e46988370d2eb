const BOLD_LABEL = /^\s*(?:\*\*|__)([^*_\n]{1,60}?)(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*(?::|$))/u;
const PLAIN_LABEL = /^\s*(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,2}):(?:\s|$)/u;

/** The label at the beginning of a block: `**Name:**`, `**Name**` alone on its line, or `Name:`. Null if there is none, and for a question. */
export function readSpeakerLabel(text: string): string | null {
  if (!text.includes(':') && !text.includes('**') && !text.includes('__')) return null;
  const found = BOLD_LABEL.exec(text) ?? PLAIN_LABEL.exec(text);
  const label = found?.[1]?.trim() ?? '';
  return label === '' || label.endsWith('?') ? null : label;
}

/** True for a bold line on its own, like the questions of a FAQ: it is the heading of the text after it. */
export function isBoldLine(text: string): boolean {
  const line = text.trim();
  return (
    line.length < LONGEST_LINE &&
    line.length > 4 &&
    line.startsWith('**') &&
    line.indexOf('**', 2) === line.length - 2
  );
}

const LONGEST_LINE = 200;

const BOLD_LABEL = /^\s*(?:\*\*|__)([^*_\n]{1,60}?)(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*(?::|$))/u;
const PLAIN_LABEL = /^\s*(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,2}):(?:\s|$)/u;

/** The label at the beginning of a block: `**Name:**`, `**Name**` alone on its line, or `Name:`. Null for none. */
export function readSpeakerLabel(text: string): string | null {
  if (!text.includes(':') && !text.includes('**') && !text.includes('__')) return null;
  const found = BOLD_LABEL.exec(text) ?? PLAIN_LABEL.exec(text);
  return found?.[1]?.trim() || null;
}

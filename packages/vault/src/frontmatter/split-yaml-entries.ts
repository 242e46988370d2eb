import type { Range } from '../parse/block.ts';

/** One top-level `key: value` of a YAML block mapping, as written. */
export interface YamlEntry extends Range {
  /** The key as spelled, without quotes. */
  readonly key: string;
  /** The offset at which the text after the colon starts. */
  readonly valueStart: number;
}

const KEY_LINE =
  /^(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^\s#\-?:,[\]{}&*!|>'"%@`][^\r\n:]*|-[^\s:][^\r\n:]*))[ \t]*:(?=[ \t\r\n]|$)/;
const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/y;

/**
 * Splits YAML into its top-level entries by lines. An entry runs from its key to the last line before the next key, without trailing blank and comment lines.
 * `null` if the text is not a plain block mapping.
 */
export function splitYamlEntries(text: string, yaml: Range): YamlEntry[] | null {
  const entries: { key: string; start: number; valueStart: number; end: number }[] = [];
  for (let at = yaml.start; at < yaml.end; ) {
    LINE.lastIndex = at;
    const line = LINE.exec(text)?.[0] ?? '';
    const content = line.slice(0, trimmedYaml(line).end);
    const indented = /^[ \t]/.test(line);
    if (content !== '' && !/^[ \t]*#/.test(content)) {
      const last = entries.at(-1);
      const match = indented ? null : KEY_LINE.exec(line);
      if (match !== null) {
        const key = (match[1] ?? match[2] ?? match[3] ?? '').trim();
        entries.push({ key, start: at, valueStart: at + match[0].length, end: at + content.length });
      } else if (last === undefined || (!indented && !content.startsWith('-'))) return null;
      else last.end = at + content.length;
    } else if (content !== '' && indented && entries.length > 0) {
      // An indented `#` line may belong to a block scalar. Keeping it loses nothing.
      (entries.at(-1) as { end: number }).end = at + content.length;
    }
    at += Math.max(1, line.length);
  }
  return entries;
}

/** The range of a text without YAML's white space: space, tab and line breaks. */
export function trimmedYaml(text: string): Range {
  let start = 0;
  let end = text.length;
  while (end > 0 && isYamlSpace(text.charCodeAt(end - 1))) end--;
  while (start < end && isYamlSpace(text.charCodeAt(start))) start++;
  return { start, end };
}

function isYamlSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

import { segmentSentences } from '@memora/language/sentences';

/** A line that names a property: `key:: value`, or `Key: value` as a definition. */
interface LineField {
  readonly kind: 'field' | 'definition';
  readonly key: string;
  readonly value: string;
  /** True if the key is in bold, so that the line is a definition wherever it appears. */
  readonly isMarked: boolean;
}

const FIELD = /^(\*\*|__|)([\p{L}\p{N}_][^:[\](){}|`<>"]{0,60}?)\1(?:::|::\1)(?:[ \t]+(\S.*)|[ \t]*)$/u;
const DEFINITION =
  /^(\*\*|__|)([\p{L}][\p{L}\p{M}\p{N} _/&'’().-]{0,47}?)(?:\1[:：]|[:：]\1)[ \t\u3000]*(\S.*)$/u;

/** Reads one line of a paragraph (no list marker, no task box). `null` for a plain line. */
export function readField(line: string): LineField | null {
  const colon = line.indexOf(':');
  if (colon === -1 && !line.includes('：')) return null;
  const field = FIELD.exec(line);
  if (field !== null) {
    const [, mark = '', key = '', value = ''] = field;
    return { kind: 'field', key: key.trim(), value: value.trim(), isMarked: mark !== '' };
  }
  const definition = DEFINITION.exec(line);
  if (definition === null) return null;
  const [, mark = '', key = '', value = ''] = definition;
  if (!isSpaced(line, key, mark) || !isKey(key, mark !== '')) return null;
  if (segmentSentences(value).length !== 1) return null;
  return { kind: 'definition', key: key.trim(), value: value.trim(), isMarked: mark !== '' };
}

/** White space must follow an ASCII colon; without it, the text is a time, a ratio or an address. A wide colon needs none. */
function isSpaced(line: string, key: string, mark: string): boolean {
  const after = line
    .slice(mark.length + key.length)
    .replaceAll('*', '')
    .replaceAll('_', '');
  return after.startsWith('：') || /^:[ \t\u3000]/.test(after);
}

/** A name, not a clause: at most five words, the first with a capital, a digit or a letter of a caseless script. */
function isKey(key: string, isMarked: boolean): boolean {
  if (key.trim().split(/\s+/u).length > 5) return false;
  return isMarked || /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(key);
}

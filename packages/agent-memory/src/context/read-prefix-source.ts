import { readNoteBands } from '@memora/engine';
import { mergeSpans, REDACTED, redactSpan } from '@memora/privacy/internal';
import type { ContextPorts } from './context-ports.ts';

/** A note whose lines the prefix shows. */
export interface PrefixSource {
  /** Without its frontmatter, with `[redacted]` in place of secret text. */
  readonly lines: readonly SourceLine[];
  /** Its secret text, line by line. */
  readonly secrets: readonly string[];
  /** True if all of it is secret. */
  readonly isSecret: boolean;
  /** True if it has more lines than are read. */
  readonly isCut: boolean;
}

interface SourceLine {
  /** 1-based, as in the file. */
  readonly number: number;
  readonly text: string;
}

const FRONTMATTER = /^\ufeff?---[ \t]*(?:\r\n|\n|\r)[\s\S]*?(?:\r\n|\n|\r)---[ \t]*(?:\r\n|\n|\r|$)/u;
const LINE_END = /\r\n|\n|\r/u;
/** A longer line is cut, because a prefix costs tokens with every call. */
const LONGEST_LINE = 2_000;
/** A shorter secret can't be distinguished from other text. */
const LEAST_SECRET = 4;

/** Reads the current note, at most `mostLines` of its lines; null if no note can be read. */
export async function readPrefixSource(
  path: string,
  mostLines: number,
  { vault, memory }: Pick<ContextPorts, 'vault' | 'memory'>,
): Promise<PrefixSource | null> {
  const bytes = await vault.readNote(path).catch(() => null);
  if (bytes === null) return null;
  const { defaultNotePrivacy: defaultBand, detector } = memory.settings.config.privacy;
  const { band, regions } = await readNoteBands(bytes, path, { defaultBand, detector });
  const hidden =
    band === 'secret'
      ? [{ start: 0, end: bytes.length }]
      : mergeSpans(regions.filter((region) => region.band === 'secret'));
  const decoder = new TextDecoder();
  const secrets = hidden
    .flatMap(({ start, end }) => decoder.decode(bytes.subarray(start, end)).split(LINE_END))
    .map((line) => line.replace(/<!--.*?-->/gu, '').trim())
    .filter((line) => line.length >= LEAST_SECRET);
  if (band === 'secret') return { lines: [], secrets, isSecret: true, isCut: false };
  const head = FRONTMATTER.exec(decoder.decode(bytes))?.[0] ?? '';
  // Secrets are cut line by line, so lines keep their numbers.
  const lines: SourceLine[] = [];
  let number = head === '' ? 1 : head.split(LINE_END).length;
  let at = Buffer.byteLength(head);
  let isCut = false;
  while (at < bytes.length) {
    if (lines.length >= mostLines) {
      isCut = true;
      break;
    }
    const end = endOfLine(bytes, at);
    const text = redactSpan(bytes, { start: at, end }, hidden);
    lines.push({
      number,
      text: text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).toWellFormed()}…` : text,
    });
    number++;
    at = end + (bytes[end] === 13 && bytes[end + 1] === 10 ? 2 : 1);
  }
  return { lines: joinRedacted(lines), secrets, isSecret: false, isCut };
}

function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}

/** Consecutive redacted lines become one, so their number is not revealed. */
function joinRedacted(lines: readonly SourceLine[]): SourceLine[] {
  const isHidden = (line: SourceLine | undefined) =>
    line?.text.includes(REDACTED) === true && line.text.replaceAll(REDACTED, '').trim() === '';
  return lines.filter((line, i) => !isHidden(line) || !isHidden(lines[i - 1]));
}

import { createCueJoiner } from '../captions/join-cues.ts';
import { readFullTimes, type Shown } from '../captions/read-full-times.ts';
import { splitSpeakers } from '../captions/split-speakers.ts';
import { createCueTaker } from '../captions/take-simple-cue.ts';
import { toUtf8 } from '../text/to-utf8.ts';
import type { DocumentBlock, FormatReader } from './format-reader.ts';

/** WebVTT and SubRip: cues joined into paragraphs by speaker and pause, each with its start time. */
export const reader: FormatReader = {
  extractor: 'memora-captions@1',
  read: async (source) => {
    const { bytes, encoding } = await toUtf8(source.bytes, source.charset);
    const start = bytes.toString('utf8', 0, START_BYTES);
    return { ...titleOf(start), blocks: readCues(bytes), meta: { encoding, language: languageOf(start) } };
  },
};

/** The UTF-16 units in which a title may occur, and the bytes that hold them. */
const START = 2_000;
const START_BYTES = 4 * START;

const TIMES =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;

const LINE_FEED = 0x0a;

/** Reads the bytes in one pass, cue by cue, and line by line if a cue is not simple. */
function readCues(bytes: Buffer): DocumentBlock[] {
  const joiner = createCueJoiner();
  const takeSimpleCue = createCueTaker(bytes, joiner);
  let shown: Shown | null = null;
  let lines: string[] = [];
  const flush = (): void => {
    if (shown === null) return;
    for (const { speaker, text } of splitSpeakers(lines))
      joiner.add(shown.start, shown.end, speaker, text, false);
    shown = null;
    lines = [];
  };
  for (let at = 0, next = 0; at < bytes.length; at = next) {
    if (bytes[at] === LINE_FEED) {
      next = at + 1;
      flush();
      continue;
    }
    if (shown === null) {
      next = takeSimpleCue(at);
      if (next !== -1) continue;
    }
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found === -1 ? bytes.length : found;
    next = end + 1;
    const line = bytes.toString('utf8', at, end);
    if (isBlank(line)) {
      flush();
      continue;
    }
    const times = readFullTimes(bytes, at) ?? (line.includes('-->') ? readTimes(line) : null);
    if (times === null) {
      if (shown !== null) lines.push(line);
      continue;
    }
    // The number of a SubRip cue whose blank line is missing.
    if (shown !== null && /^\d+$/.test(lines.at(-1)?.trim() ?? '')) lines.pop();
    flush();
    shown = times;
  }
  flush();
  return joiner.finish();
}

function isBlank(line: string): boolean {
  return line.charCodeAt(0) <= 0x20 || line.charCodeAt(0) > 0x7e ? line.trim() === '' : false;
}

function readTimes(line: string): Shown | null {
  const times = TIMES.exec(line);
  if (times === null) return null;
  const [, h, m, s, ms, toH, toM, toS, toMs] = times;
  return { start: toSeconds(h, m, s, ms), end: toSeconds(toH, toM, toS, toMs) };
}

function toSeconds(h = '0', m = '0', s = '0', ms = '0'): number {
  return Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms) / 10 ** ms.length;
}

/** The text after `WEBVTT` on its line, and a `Title:` in the header. */
function titleOf(text: string): { readonly title?: string } {
  const [, title] = /^\ufeff?WEBVTT[ \t]+(?:-\s*)?(.{1,200})$/m.exec(text.slice(0, START)) ?? [];
  return title === undefined || title.trim() === '' ? {} : { title: title.trim() };
}

function languageOf(text: string): string | null {
  return /^Language:\s*([a-z]{2,3})\b/im.exec(text.slice(0, 500))?.[1]?.toLowerCase() ?? null;
}

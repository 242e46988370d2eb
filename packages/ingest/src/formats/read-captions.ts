import { createCueJoiner } from '../captions/join-cues.ts';
import { readFullTimes, type Shown } from '../captions/read-full-times.ts';
import { splitSpeakers } from '../captions/split-speakers.ts';
import { takeSimpleCue } from '../captions/take-simple-cue.ts';
import { type ToPlain, toPlainOf } from '../captions/to-plain.ts';
import { isPlainBesides } from '../markdown/escape-markdown.ts';
import { decodeText } from '../text/decode-text.ts';
import type { DocumentBlock, FormatReader } from './format-reader.ts';

/** WebVTT and SubRip: cues joined into paragraphs by speaker and pause, each with its second. */
export const reader: FormatReader = {
  extractor: 'memora-captions@1',
  read: async ({ bytes, charset }) => {
    const { text, encoding } = await decodeText(bytes, charset);
    const blocks = readCues(text, toPlainOf(text, bytes.length));
    return { ...titleOf(text), blocks, meta: { encoding, language: languageOf(text) } };
  },
};

const TIMES =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;

const LINE_FEED = 0x0a;

/** One pass over the text, cue by cue and, where one is not simple, line by line. */
function readCues(text: string, toPlain: ToPlain): DocumentBlock[] {
  const joiner = createCueJoiner(isPlainBesides(text));
  let shown: Shown | null = null;
  let lines: string[] = [];
  const flush = (): void => {
    if (shown === null) return;
    for (const { speaker, text } of splitSpeakers(lines, toPlain))
      joiner.add(shown.start, shown.end, speaker, text);
    shown = null;
    lines = [];
  };
  for (let at = 0, next = 0; at < text.length; at = next) {
    if (text.charCodeAt(at) === LINE_FEED) {
      next = at + 1;
      flush();
      continue;
    }
    if (shown === null) {
      next = takeSimpleCue(text, at, toPlain, joiner);
      if (next !== -1) continue;
    }
    const end = text.indexOf('\n', at);
    next = end === -1 ? text.length : end + 1;
    const line = text.slice(at, end === -1 ? undefined : end);
    if (isBlank(line)) {
      flush();
      continue;
    }
    const found = readFullTimes(text, at) ?? (line.includes('-->') ? readTimes(line) : null);
    if (found === null) {
      if (shown !== null) lines.push(line);
      continue;
    }
    // The number of a SubRip cue whose blank line is missing.
    if (shown !== null && /^\d+$/.test(lines.at(-1)?.trim() ?? '')) lines.pop();
    flush();
    shown = found;
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

/** What stands behind `WEBVTT` on its line, and a `Title:` of its head. */
function titleOf(text: string): { readonly title?: string } {
  const [, title] = /^\ufeff?WEBVTT[ \t]+(?:-\s*)?(.{1,200})$/m.exec(text.slice(0, 2_000)) ?? [];
  return title === undefined || title.trim() === '' ? {} : { title: title.trim() };
}

function languageOf(text: string): string | null {
  return /^Language:\s*([a-z]{2,3})\b/im.exec(text.slice(0, 500))?.[1]?.toLowerCase() ?? null;
}

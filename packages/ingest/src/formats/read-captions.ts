import { timeLabel } from '../anchors/anchor-label.ts';
import { escapeMarkdown } from '../markdown/escape-markdown.ts';
import { decodeText } from '../text/decode-text.ts';
import type { DocumentBlock, FormatReader } from './format-reader.ts';

/** WebVTT and SubRip: cues joined into paragraphs by speaker and pause, each with its second. */
export const reader: FormatReader = {
  extractor: 'memora-captions@1',
  read: async ({ bytes, charset }) => {
    const { text, encoding } = await decodeText(bytes, charset);
    const cues = readCues(text, isTidy(text, bytes.length) ? toPlainOfTidy : toPlain);
    return { ...titleOf(text), blocks: toParagraphs(cues), meta: { encoding, language: languageOf(text) } };
  },
};

/** What is said from a second on. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly speaker: string | null;
  readonly text: string;
}

/** A pause of this many seconds ends a paragraph. */
const PAUSE = 2;
/** From this many seconds on a paragraph ends with its sentence, so that a citation opens near to what it cites. */
const LONG = 15;
/** And from this many on in any case. */
const LONGEST = 60;

const SENTENCE_END = /[.!?…。！？؟।]["'”’»)\]]*$/u;

const TIMES =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;

/** From when to when a cue is shown, in seconds. */
interface Shown {
  readonly start: number;
  readonly end: number;
}

function readCues(text: string, toPlain: ToPlain): Cue[] {
  const cues: Cue[] = [];
  let shown: Shown | null = null;
  let lines: string[] = [];
  const flush = (): void => {
    if (shown === null) return;
    const { start, end } = shown;
    for (const said of splitSpeakers(lines, toPlain)) {
      const fresh = withoutRepeat(said.text, cues.at(-1));
      if (fresh !== '') cues.push({ start, end, speaker: said.speaker, text: fresh });
    }
    shown = null;
    lines = [];
  };
  for (let at = 0, next = 0; at < text.length; at = next) {
    const end = text.indexOf('\n', at);
    next = end === -1 ? text.length : end + 1;
    if (end === at) {
      flush();
      continue;
    }
    let found = readFullTimes(text, at);
    if (found === null) {
      const line = text.slice(at, end === -1 ? undefined : end);
      if (isBlank(line)) {
        flush();
        continue;
      }
      found = line.includes('-->') ? readTimes(line) : null;
      if (found === null) {
        if (shown !== null) lines.push(line);
        continue;
      }
    }
    // The number of a SubRip cue whose blank line is missing.
    if (shown !== null && /^\d+$/.test(lines.at(-1)?.trim() ?? '')) lines.pop();
    flush();
    shown = found;
  }
  flush();
  return cues;
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

/** `00:00:12.000 --> 00:00:15.000` at a place, as programs write it: an expression for each line is most of what a file of captions costs. */
function readFullTimes(text: string, at: number): Shown | null {
  if (text.charCodeAt(at + 13) !== DASH || !text.startsWith(' --> ', at + 12)) return null;
  const start = readFullTime(text, at);
  const end = readFullTime(text, at + 17);
  return start < 0 || end < 0 ? null : { start, end };
}

const [DASH, COLON, POINT, COMMA] = [0x2d, 0x3a, 0x2e, 0x2c];

/** In seconds; less than 0 where there is none. */
function readFullTime(text: string, at: number): number {
  const point = text.charCodeAt(at + 8);
  const isTime =
    text.charCodeAt(at + 2) === COLON &&
    text.charCodeAt(at + 5) === COLON &&
    (point === POINT || point === COMMA);
  if (!isTime) return -1;
  const hours = readTwo(text, at);
  const minutes = readTwo(text, at + 3);
  const seconds = readTwo(text, at + 6);
  const hundredths = readTwo(text, at + 9);
  const last = digitAt(text, at + 11);
  if (hours < 0 || minutes < 0 || seconds < 0 || hundredths < 0 || last < 0) return -1;
  return hours * 3600 + minutes * 60 + seconds + (hundredths * 10 + last) / 1_000;
}

/** The number of two digits; less than 0 where one of them is none. */
function readTwo(text: string, at: number): number {
  const tens = digitAt(text, at);
  const ones = digitAt(text, at + 1);
  return tens < 0 || ones < 0 ? -1 : tens * 10 + ones;
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

function toSeconds(h = '0', m = '0', s = '0', ms = '0'): number {
  return Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms) / 10 ** ms.length;
}

interface Said {
  readonly speaker: string | null;
  readonly text: string;
}

const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]{1,80})>/i;
/** `ALICE:`, `Alice Smith:`, `>> ALICE:` at the beginning of what is said. */
const NAMED =
  /^(?:>>+\s*)?(?:- ?)?((?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}|\p{Lo}[\p{L}\p{M}]{0,20})(?: (?:\p{Lu}[\p{L}\p{M}\d.'’-]{0,30}|\d{1,3})){0,3}):\s+(?=\S)/u;

/** What one cue holds, said by one or, with a dash before each, by several. */
function splitSpeakers(lines: readonly string[], toPlain: ToPlain): Said[] {
  const [only] = lines;
  const voiced = lines.length === 1 && only !== undefined ? readVoiced(only, toPlain) : null;
  if (voiced !== null) return voiced.text === '' ? [] : [voiced];
  const all: { speaker: string | null; text: string }[] = [];
  for (const line of lines) {
    for (const part of line.includes('<', 1) ? line.split(/(?=<v[\s.])/i) : [line]) {
      const voice = part.includes('<') ? VOICE.exec(part)?.[1] : undefined;
      const plain = toPlain(part);
      const named = voice === undefined && plain.includes(':') ? NAMED.exec(plain) : null;
      const speaker = voice === undefined ? (named?.[1] ?? null) : toPlain(voice);
      const text = named === null ? plain : plain.slice(named[0].length);
      const isNew = speaker !== null || /^(?:>>|- ?\S)/.test(plain);
      const last = all.at(-1);
      if (isNew || last === undefined) all.push({ speaker, text: text.replace(/^(?:>>+|-) ?/, '').trim() });
      else last.text = `${last.text} ${text}`.trim();
    }
  }
  return all.filter(({ text }) => text !== '');
}

/** `<v Ada>What she says.`, with nothing else to read in it: the line of most cues. */
function readVoiced(line: string, toPlain: ToPlain): Said | null {
  if (!line.startsWith('<v ')) return null;
  const close = line.indexOf('>');
  if (close <= 3 || close > 83 || line.includes('<', close)) return null;
  const speaker = toPlain(line.slice(3, close));
  const text = toPlain(line.slice(close + 1));
  return speaker === '' || text.startsWith('-') || text.startsWith('>') ? null : { speaker, text };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

type ToPlain = (text: string) => string;

function toPlain(text: string): string {
  let plain = text;
  if (plain.includes('<')) plain = plain.replace(/<\/?(?:[cibuv]|ruby|rt|lang|font|\d)[^>]*>/gi, '');
  if (plain.includes('{')) plain = plain.replace(/\{\\[^}]*\}/g, '');
  if (plain.includes('&'))
    plain = plain.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (name) => ENTITIES[name] ?? '');
  return (/[^\S ]| {2}/.test(plain) ? plain.replace(/\s+/g, ' ') : plain).trim();
}

/** True for captions in ASCII whose words have single spaces between them: asked once, not once a line. */
function isTidy(text: string, byteLength: number): boolean {
  return (
    text.length === byteLength && !['  ', '\t', '\v', '\f', '&', '{'].some((sign) => text.includes(sign))
  );
}

function toPlainOfTidy(text: string): string {
  return text.includes('<') ? toPlain(text) : text.trim();
}

/** Captions that roll up repeat the line before: only what is new of it is said again. */
function withoutRepeat(text: string, last: Cue | undefined): string {
  if (last === undefined) return text;
  if (text === last.text) return '';
  const { length } = last.text;
  return text[length] === ' ' && text.startsWith(last.text) ? text.slice(length + 1) : text;
}

function toParagraphs(cues: readonly Cue[]): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let texts: string[] = [];
  let first: Cue | null = null;
  let last: Cue | null = null;
  let speaker: string | null = null;
  const flush = (): void => {
    if (first === null) return;
    const name = speaker === null ? '' : `**${escapeMarkdown(speaker)}:** `;
    blocks.push({ at: timeLabel(first.start), text: `${name}${escapeMarkdown(texts.join(' '))}` });
    texts = [];
    first = null;
  };
  for (const cue of cues) {
    if (first !== null && last !== null) {
      const lasts = cue.start - (first as Cue).start;
      const isOver =
        (cue.speaker !== null && cue.speaker !== speaker) ||
        cue.start - last.end >= PAUSE ||
        lasts >= LONGEST ||
        (lasts >= LONG && SENTENCE_END.test(last.text.slice(-8)));
      if (isOver) flush();
    }
    if (first === null) {
      first = cue;
      speaker = cue.speaker ?? (last === null || cue.start - last.end >= PAUSE ? null : speaker);
    }
    texts.push(cue.text);
    last = cue;
  }
  flush();
  return blocks;
}

/** What stands behind `WEBVTT` on its line, and a `Title:` of its head. */
function titleOf(text: string): { readonly title?: string } {
  const [, title] = /^\ufeff?WEBVTT[ \t]+(?:-\s*)?(.{1,200})$/m.exec(text.slice(0, 2_000)) ?? [];
  return title === undefined || title.trim() === '' ? {} : { title: title.trim() };
}

function languageOf(text: string): string | null {
  return /^Language:\s*([a-z]{2,3})\b/im.exec(text.slice(0, 500))?.[1]?.toLowerCase() ?? null;
}

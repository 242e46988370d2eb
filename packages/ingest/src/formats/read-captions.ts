import { timeLabel } from '../anchors/anchor-label.ts';
import { escapeMarkdown } from '../markdown/escape-markdown.ts';
import { decodeText } from '../text/decode-text.ts';
import type { DocumentBlock, FormatReader } from './format-reader.ts';

/** WebVTT and SubRip: cues joined into paragraphs by speaker and pause, each with its second. */
export const reader: FormatReader = {
  extractor: 'memora-captions@1',
  read: async ({ bytes, charset }) => {
    const { text, encoding } = await decodeText(bytes, charset);
    const cues = readCues(text);
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

function readCues(text: string): Cue[] {
  const cues: Cue[] = [];
  let times: RegExpExecArray | null = null;
  let lines: string[] = [];
  const flush = (): void => {
    if (times === null) return;
    const [, h, m, s, ms, toH, toM, toS, toMs] = times;
    const start = toSeconds(h, m, s, ms);
    const end = toSeconds(toH, toM, toS, toMs);
    for (const said of splitSpeakers(lines)) {
      const fresh = withoutRepeat(said.text, cues.at(-1));
      if (fresh !== '') cues.push({ start, end, speaker: said.speaker, text: fresh });
    }
    times = null;
    lines = [];
  };
  for (const line of text.split('\n')) {
    if (line === '' || line.trim() === '') {
      flush();
      continue;
    }
    const found = line.includes('-->') ? TIMES.exec(line) : null;
    if (found !== null) {
      // The number of a SubRip cue whose blank line is missing.
      if (times !== null && /^\d+$/.test(lines.at(-1)?.trim() ?? '')) lines.pop();
      flush();
      times = found;
    } else if (times !== null) lines.push(line);
  }
  flush();
  return cues;
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
function splitSpeakers(lines: readonly string[]): Said[] {
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

function toPlain(text: string): string {
  let plain = text;
  if (plain.includes('<')) plain = plain.replace(/<\/?(?:[cibuv]|ruby|rt|lang|font|\d)[^>]*>/gi, '');
  if (plain.includes('{')) plain = plain.replace(/\{\\[^}]*\}/g, '');
  if (plain.includes('&'))
    plain = plain.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (name) => ENTITIES[name] ?? '');
  return (/\s\s|[^\S ]/.test(plain) ? plain.replace(/\s+/g, ' ') : plain).trim();
}

/** Captions that roll up repeat the line before: only what is new of it is said again. */
function withoutRepeat(text: string, last: Cue | undefined): string {
  if (last === undefined) return text;
  if (text === last.text) return '';
  return text.startsWith(`${last.text} `) ? text.slice(last.text.length + 1) : text;
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

import { timeLabel } from '../anchors/anchor-label.ts';
import type { DocumentBlock } from '../formats/format-reader.ts';
import { escapeLineStart, escapeMarkdown } from '../markdown/escape-markdown.ts';

/** A pause of this many seconds ends a paragraph. */
const PAUSE = 2;
/** From this many seconds on a paragraph ends with its sentence, so that a citation opens near to what it cites. */
const LONG = 15;
/** And from this many on in any case. */
const LONGEST = 60;

const SENTENCE_END = /[.!?…。！？؟।]["'”’»)\]]*$/u;

/** Joins what is said, as it is read, into paragraphs by speaker and pause, each with its second. */
export interface CueJoiner {
  /** What is said from `start` to `end`, in seconds, by somebody that the cue names or, with null, by nobody else. */
  readonly add: (start: number, end: number, speaker: string | null, said: string) => void;
  /** Who spoke last. */
  readonly speaker: () => string | null;
  /** The paragraphs, once all is said. */
  readonly finish: () => DocumentBlock[];
}

/** `isPlain`: what is said needs no escape where it has no `<` and no `::`, as all of the text was looked at. */
export function createCueJoiner(isPlain: boolean): CueJoiner {
  const blocks: DocumentBlock[] = [];
  let speaker: string | null = null;
  // The paragraph that is open.
  let text = '';
  let since = -1;
  // The words of the cue before, and when it ended.
  let last = '';
  let until = Number.NEGATIVE_INFINITY;

  const flush = (): void => {
    if (text === '') return;
    const name = speaker === null ? '' : `**${escapeMarkdown(speaker)}:** `;
    const isAsItIs = isPlain && !text.includes('<') && !text.includes('::');
    const said = isAsItIs ? escapeLineStart(text) : escapeMarkdown(text);
    blocks.push({ at: timeLabel(since), text: `${name}${said}` });
    text = '';
  };
  return {
    add: (start, end, by, said) => {
      const fresh = withoutRepeat(said, last);
      if (fresh === '') return;
      const isPause = start - until >= PAUSE;
      if (text !== '') {
        const lasts = start - since;
        const isOver =
          (by !== null && by !== speaker) ||
          isPause ||
          lasts >= LONGEST ||
          (lasts >= LONG && SENTENCE_END.test(last.slice(-8)));
        if (isOver) flush();
      }
      if (text === '') {
        since = start;
        text = fresh;
        speaker = by ?? (isPause ? null : speaker);
      } else text += ` ${fresh}`;
      last = fresh;
      until = end;
    },
    speaker: () => speaker,
    finish: () => {
      flush();
      return blocks;
    },
  };
}

/** Captions that roll up repeat the line before: only what is new of it is said again. */
function withoutRepeat(text: string, last: string): string {
  const { length } = last;
  if (length === 0) return text;
  if (text.length === length) return text === last ? '' : text;
  return text[length] === ' ' && text.startsWith(last) ? text.slice(length + 1) : text;
}

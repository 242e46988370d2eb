import { timeLabel } from '../anchors/anchor-label.ts';
import type { DocumentBlock } from '../formats/format-reader.ts';
import { beginsWithLetter, escapeLineStart, escapeMarkdown } from '../markdown/escape-markdown.ts';

/** A pause of this many seconds ends a paragraph. */
const PAUSE = 2;
/**
 * From this many seconds on, a paragraph ends with its sentence, so that a citation opens the recording close
 * to its text.
 */
const LONG = 15;
/** From this many seconds on, a paragraph ends in any case. */
const LONGEST = 60;

const SENTENCE_END = /[.!?…。！？؟।]["'”’»)\]]*$/u;

/** Joins cues, as they are read, into paragraphs by speaker and pause, each with its start time. */
export interface CueJoiner {
  /**
   * Adds a text from `start` to `end`, in seconds, by the cue's speaker, or, with null, by an unnamed one. `isPlain`: it is ASCII without characters that have
   * a meaning in Markdown, except at the beginning of a line.
   */
  readonly add: (start: number, end: number, speaker: string | null, said: string, isPlain: boolean) => void;
  /** The last speaker. */
  readonly speaker: () => string | null;
  /** Returns the paragraphs after the last cue. */
  readonly finish: () => DocumentBlock[];
}

export function createCueJoiner(): CueJoiner {
  const blocks: DocumentBlock[] = [];
  let speaker: string | null = null;
  let title = NOBODY;
  // The open paragraph and its first cue: checking the first of many strings is cheaper than checking their concatenation.
  let text = '';
  let first = '';
  let isAllPlain = true;
  let since = -1;
  // The words of the previous cue, and its end time.
  let last = '';
  let until = Number.NEGATIVE_INFINITY;

  const flush = (): void => {
    if (text === '') return;
    const said = !isAllPlain ? escapeMarkdown(text) : beginsWithLetter(first) ? text : escapeLineStart(text);
    const at = timeLabel(since);
    if (isAllPlain && title.isInert) blocks.push({ at, text: title.text + said, isInert: true });
    else blocks.push({ at, text: title.text + said });
    text = '';
  };
  return {
    add: (start, end, by, said, isPlain) => {
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
        first = fresh;
        isAllPlain = isPlain;
        const next = by ?? (isPause ? null : speaker);
        if (next !== speaker) title = titleOf(next);
        speaker = next;
      } else {
        text += ` ${fresh}`;
        if (!isPlain) isAllPlain = false;
      }
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

/** The speaker, as written before a paragraph. */
interface SpeakerTitle {
  readonly text: string;
  readonly isInert: boolean;
}

const NOBODY: SpeakerTitle = { text: '', isInert: true };

function titleOf(speaker: string | null): SpeakerTitle {
  if (speaker === null) return NOBODY;
  return { text: `**${escapeMarkdown(speaker)}:** `, isInert: /^[A-Za-z\d .'-]+$/.test(speaker) };
}

/** Roll-up captions repeat the previous line; only the new part is kept. */
function withoutRepeat(text: string, last: string): string {
  const { length } = last;
  if (length === 0) return text;
  if (text.length === length) return text === last ? '' : text;
  return text[length] === ' ' && text.startsWith(last) ? text.slice(length + 1) : text;
}

import type { CueJoiner } from './join-cues.ts';
import { FULL_TIMES_LENGTH, readFullTimes } from './read-full-times.ts';
import type { ToPlain } from './to-plain.ts';

const [LINE_FEED, SPACE, DASH, LESS, GREATER, LETTER_V] = [0x0a, 0x20, 0x2d, 0x3c, 0x3e, 0x76];
/** The longest name of a speaker. */
const LONGEST_NAME = 80;

/**
 * Hands a cue over that is what most are: times as programs write them, one line, `<v Ada>What she says.` or plain words, and a blank line. Gives where the
 * next one begins; -1 for every other cue, of which nothing is handed over.
 */
export function takeSimpleCue(text: string, at: number, toPlain: ToPlain, joiner: CueJoiner): number {
  const from = at + FULL_TIMES_LENGTH + 1;
  if (text.charCodeAt(from - 1) !== LINE_FEED) return -1;
  const first = text.charCodeAt(from);
  if (first <= SPACE) return -1;
  const shown = readFullTimes(text, at);
  if (shown === null) return -1;
  const found = text.indexOf('\n', from);
  const end = found === -1 ? text.length : found;
  if (end + 1 < text.length && text.charCodeAt(end + 1) !== LINE_FEED) return -1;
  let begin = from;
  let speaker: string | null = null;
  if (first === LESS) {
    if (text.charCodeAt(from + 1) !== LETTER_V || text.charCodeAt(from + 2) !== SPACE) return -1;
    const before = joiner.speaker();
    const isSame = before !== null && isNamed(text, from + 3, before);
    const name = isSame ? before : nameAt(text, from + 3);
    speaker = isSame ? before : toPlain(name);
    if (speaker === '') return -1;
    begin = from + 3 + name.length + 1;
  }
  const line = text.slice(begin, end);
  if (line.includes('<') || (speaker === null && line.includes(':'))) return -1;
  const said = toPlain(line);
  const sign = said.charCodeAt(0);
  // What may be the sign of another speaker.
  if (sign === DASH || sign === GREATER || (speaker === null && said.includes(':'))) return -1;
  joiner.add(shown.start, shown.end, speaker, said);
  return end + 2;
}

/** True where the tag is of the one who spoke last. */
function isNamed(text: string, at: number, name: string): boolean {
  return text.charCodeAt(at + name.length) === GREATER && text.startsWith(name, at);
}

/** What stands up to the end of a tag, which is near; empty where there is nothing or more than a name. */
function nameAt(text: string, at: number): string {
  const near = text.slice(at, at + LONGEST_NAME + 1);
  const name = near.slice(0, Math.max(0, near.indexOf('>')));
  return /[\n<]/.test(name) ? '' : name;
}

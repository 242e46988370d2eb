import { findMarkers, type MarkerReader } from '../parse-citations.ts';

/** A carriage return ends a statement, a line feed may, a space does not. */
export type LineBreak = '\r' | '\n' | ' ';

const HARD_BREAK = /(?: {2,}|\\|<br\s*\/?>)$/iu;
const OPEN_END = /[\p{L}\p{N}:%*_`"'”’»>]$/u;
const CAPITAL = /^(?:<\w+>)*[*_"“„«'([!]*[\p{Lu}\p{Lo}]/u;
const GOES_ON = /^\p{Ll}/u;
const CLOSES = /^(?:[,;.:?)\]，。；：！？、）]|!(?!\[))/u;

/** A statement ends at a line break after a marker, a hard break or a colon, whatever case follows, and may end if a capital follows. */
export function readBreak(before: string, after: string, read: MarkerReader = findMarkers): LineBreak {
  if (CLOSES.test(after)) return ' ';
  const line = before.trimEnd();
  const markers = read(line);
  if (HARD_BREAK.test(before) || /[:：][*_]*$/u.test(line) || markers.at(-1)?.end === line.length)
    return '\r';
  if (GOES_ON.test(after)) return ' ';
  return CAPITAL.test(after) && OPEN_END.test(line) ? '\n' : ' ';
}

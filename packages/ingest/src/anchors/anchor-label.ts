/** An anchor for a place in the original: a comment on its own line. */
const OPEN = '<!--anchor: ';
const CLOSE = '-->';

/** Labels have a fixed form, so that no text of a document can imitate one or end the comment. */
const LABEL =
  /^(?:(?:page|slide) \d{1,6}|\d{2,3}:[0-5]\d:[0-5]\d|row \d{1,9}|cell \d{1,6}|part \d{1,6}(?:, [\p{L}\p{M}\p{N} ._'’&()-]{1,60})?|sheet [\p{L}\p{M}\p{N} ._'’&()-]{1,60}, row \d{1,9}|#[\p{L}\p{M}\p{N}_.:-]{1,120})$/u;

/** True for a valid anchor label. */
export function isAnchorLabel(label: string): boolean {
  return LABEL.test(label) && !label.includes('--');
}

/** The comment for a place. */
export function writeAnchor(label: string): string {
  return `${OPEN}${label}${CLOSE}`;
}

/** A pattern for anchor comments in a text; the label is group 1. */
export function anchorPattern(): RegExp {
  return /^<!--anchor: ([^\n<>]{1,140})-->$/gmu;
}

/** The seconds of a time such as `00:13:05`; null for another label. */
export function secondsOfLabel(label: string): number | null {
  const [, hours, minutes, seconds] = /^(\d{2,3}):(\d\d):(\d\d)$/.exec(label) ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** A time in seconds as a label. */
export function timeLabel(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

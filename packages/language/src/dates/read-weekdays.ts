import { fromWords } from '../scripts/script-words.ts';
import type { TextRange } from '../sentences/segment-sentences.ts';
import { dayByName, weekdayName } from './weekdays.ts';

/** A day of the week that a text names, 1 for Monday. */
export interface WeekdayToken extends TextRange {
  readonly text: string;
  readonly day: number;
}

const named = fromWords(
  () => new RegExp(`(?<!\\p{L})(${weekdayName()})(?:(s|en)?(?![\\p{L}\\p{M}])|(?<=[가-힣]))`, 'giu'),
);
const CJK = /([月火水木金土日])曜|(?:星期|礼拜|禮拜|周|週)([一二三四五六日天])/gu;
const MAY_HOLD =
  /day|tag|mitt|sonn|di(?!\p{L})|dim|es(?!\p{L})|doming|domen|sab|sáb|dì(?!\p{L})|feira|abend|дель|втор|сред|четв|пятн|субб|воск|曜|星期|[礼禮]拜|[周週]|[^\x00-\u02ff]|salı|arş|erş|cuma/iu;

/** The words for days, in lower case. */
export function weekdayWords(): Iterable<string> {
  return [...dayByName().keys()].flatMap((name) => [name, `${name}s`]);
}

/** Reads the days of the week that a text names. */
export function readWeekdays(text: string): WeekdayToken[] {
  if (!MAY_HOLD.test(text)) return [];
  const days: WeekdayToken[] = [];
  const add = (match: RegExpExecArray, day: number) =>
    days.push({ text: match[0], start: match.index, end: match.index + match[0].length, day });
  for (const match of text.matchAll(named()))
    add(match, dayByName().get((match[1] as string).toLowerCase()) as number);
  for (const match of text.matchAll(CJK)) {
    const day =
      match[1] === undefined
        ? '一二三四五六日天'.indexOf(match[2] as string)
        : '月火水木金土日'.indexOf(match[1]);
    add(match, Math.min(day, 6) + 1);
  }
  return days;
}

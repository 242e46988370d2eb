import type { TextRange } from '@memora/language/sentences';

/** A day of the week that a text names, 1 for Monday. */
export interface WeekdayToken extends TextRange {
  readonly text: string;
  readonly day: number;
}

const DAYS = new Map<string, number>();
for (const list of [
  'monday tuesday wednesday thursday friday saturday sunday',
  'montag dienstag mittwoch donnerstag freitag samstag sonntag',
  '- - - - - sonnabend -',
  'lundi mardi mercredi jeudi vendredi samedi dimanche',
  'lunes martes miércoles jueves viernes sábado domingo',
  'lunedì martedì mercoledì giovedì venerdì sabato domenica',
  'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira - -',
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
  'pazartesi salı çarşamba perşembe cuma cumartesi -',
  'الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد',
  'सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार',
  '월요일 화요일 수요일 목요일 금요일 토요일 일요일',
  'понедельник вторник среда четверг пятница суббота воскресенье',
  '- - среду - пятницу субботу -',
])
  list.split(' ').forEach((name, i) => {
    if (name !== '-') DAYS.set(name, i + 1);
  });

const NAMED = new RegExp(
  `(?<!\\p{L})(${[...DAYS.keys()].sort((a, b) => b.length - a.length).join('|')})(?:(s|en)?(?![\\p{L}\\p{M}])|(?<=[가-힣]))`,
  'giu',
);
const CJK = /([月火水木金土日])曜|(?:星期|礼拜|禮拜|周|週)([一二三四五六日天])/gu;
const MAY_HOLD =
  /day|tag|mitt|sonn|di(?!\p{L})|dim|es(?!\p{L})|doming|domen|sab|sáb|dì(?!\p{L})|feira|abend|дель|втор|сред|четв|пятн|субб|воск|曜|星期|[礼禮]拜|[周週]|[^\x00-\u02ff]|salı|arş|erş|cuma/iu;

/** The words for days, in lower case. */
export function weekdayWords(): Iterable<string> {
  return [...DAYS.keys()].flatMap((name) => [name, `${name}s`]);
}

/** Reads the days of the week that a text names. */
export function readWeekdays(text: string): WeekdayToken[] {
  if (!MAY_HOLD.test(text)) return [];
  const days: WeekdayToken[] = [];
  const add = (match: RegExpExecArray, day: number) =>
    days.push({ text: match[0], start: match.index, end: match.index + match[0].length, day });
  for (const match of text.matchAll(NAMED))
    add(match, DAYS.get((match[1] as string).toLowerCase()) as number);
  for (const match of text.matchAll(CJK)) {
    const day =
      match[1] === undefined
        ? '一二三四五六日天'.indexOf(match[2] as string)
        : '月火水木金土日'.indexOf(match[1]);
    add(match, Math.min(day, 6) + 1);
  }
  return days;
}

import { namesPattern } from './months.ts';

/** The names of the days, Monday first, in the languages that the critical tokens of a citation are compared in; `-` for a name that is also another word. */
const LINES = [
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
];

/** Day of the week, 1 for Monday, by its name in lower case. */
export const dayByName: ReadonlyMap<string, number> = new Map(
  LINES.flatMap((line) =>
    line.split(' ').flatMap((name, i) => (name === '-' ? [] : [[name, i + 1] as const])),
  ),
);

/** An alternation of the names. */
export const WEEKDAY_NAME: string = namesPattern(dayByName.keys());

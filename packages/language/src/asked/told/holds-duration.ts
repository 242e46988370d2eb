import { holdsFigure } from './holds-figure.ts';

const HOW_LONG =
  /^\W*(?:(?:for|since|until|about)\s+)?(?:how long|how many (?:seconds|minutes|hours|days|weeks|months|years)|wie lange?|combien de temps|cu[aá]nto (?:tiempo|dura|tarda)|quanto tempo|hoe lang|jak długo|hur länge|hvor lenge|hvor længe|kuinka kauan|(?:как|сколько) (?:долго|времени)|ne kadar s[uü]re)(?![\p{L}])/iu;
const UNIT =
  '(?:ms|s|sec|secs|min|mins|h|hrs?|d|milliseconds?|seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|decades?|' +
  'sekunden?|minuten?|stunden?|tagen?|tage|wochen?|monaten?|monate?|jahren?|jahre?|secondes?|heures?|jours?|semaines?|mois|ans?|années?|' +
  'segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?|anos?|secondi|minuti|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|' +
  'секунд\\p{L}*|минут\\p{L}*|час\\p{L}*|д(?:ень|ня|ней)|недел\\p{L}*|месяц\\p{L}*|год\\p{L}*|лет)';
/** `10 s`, `a ten-second pause`, `two and a half hours`. */
const DURATION = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<number>[\\p{L}\\p{N}][\\p{L}\\p{N}.,½¼¾–]*)(?:[\\s-]|&nbsp;)*${UNIT}(?![\\p{L}\\p{N}])`,
  'giu',
);
const LASTING =
  /(?<!\p{L})(?:(?:forever|indefinitely|permanently|overnight|all (?:day|night|year)|unlimited|no time limit|für immer|unbegrenzt|pour toujours|para siempre|per sempre|навсегда)(?!\p{L})|(?:until|till|since|bis|seit|jusqu['’]\p{L}+|hasta|fino a\p{L}*|até|tot|до|с)\s+(?:\p{L}+\s+)?\p{N})/iu;
const SHORT =
  /(?<![\p{L}\p{N}])\d+(?:[.,]\d+)?(?:ms|s|min|h|d)(?![\p{L}\p{N}])|[:：]\d{2}[:：]\d{2}|\d\s*(?:秒|分|時間|日|週|年|か月|ヶ月|小时|天|周|个月|초|시간|일|주|년)/u;

/** True where a question asks how long something is, lasts or takes, as time. */
export function asksDuration(question: string): boolean {
  return HOW_LONG.test(question);
}

/** True where a text says how long: a number of seconds or years, or that there is no end. */
export function holdsDuration(text: string): boolean {
  if (LASTING.test(text) || SHORT.test(text)) return true;
  return Array.from(text.matchAll(DURATION)).some(({ groups }) => isAmount(groups?.['number'] ?? ''));
}

function isAmount(word: string): boolean {
  return (
    /^\p{N}|[½¼¾]/u.test(word) ||
    holdsFigure(word) ||
    /^(?:one|an?|half|several|few|ein(?:e[nmrs]?)?|une?|un[oa]?|um|uma)$/iu.test(word)
  );
}

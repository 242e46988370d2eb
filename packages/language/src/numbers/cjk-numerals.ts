import { unspacedWords } from '../scripts/script-words.ts';

const DIGITS = '〇一二三四五六七八九';
const FACTORS: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  亿: 1e8,
  億: 1e8,
  兆: 1e12,
};
const RUN = /(?<![\d星期周週拜])[〇零一二两兩三四五六七八九十百千万萬亿億兆]+/gu;
const MAY_BE_ONE = /^[年月日号時时点點]/u;
/** Runs that are words and not numbers. */
const WORDS = /^(?:一一|万一|千万|十分|百千|千百|一万一)$/u;

/** The text with Chinese and Japanese numerals replaced by digits where they count something. */
export function toArabicNumerals(text: string): string {
  const counter = unspacedWords()?.counter;
  if (counter === undefined || !/[〇零一二两兩三四五六七八九十百千万萬亿億兆]/u.test(text)) return text;
  return text.replace(RUN, (run: string, at: number) => {
    const after = text.slice(at + run.length, at + run.length + 6);
    if (WORDS.test(run) && !counter.test(after)) return run;
    if (run.length === 1 && !(run === '一' ? MAY_BE_ONE : counter).test(after)) return run;
    return String(numeralValue(run) ?? run);
  });
}

function numeralValue(run: string): number | null {
  const plain = run.replaceAll('零', '〇').replace(/[两兩]/gu, '二');
  if (!/[十百千万萬亿億兆]/u.test(plain))
    return Number([...plain].map((sign) => DIGITS.indexOf(sign)).join(''));
  let total = 0;
  let section = 0;
  let digit = 0;
  let any = false;
  for (const sign of plain) {
    const factor = FACTORS[sign];
    if (factor === undefined) digit = DIGITS.indexOf(sign);
    else if (factor < 1e4) {
      section += (digit || 1) * factor;
      digit = 0;
    } else {
      total += (section + digit || 1) * factor;
      section = 0;
      digit = 0;
    }
    any = true;
  }
  return any ? total + section + digit : null;
}

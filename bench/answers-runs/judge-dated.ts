import type { AskedAnswer } from './ask-in-child.ts';
import type { DatedQuestion, HistoryQuestion } from './generate-dated-vault.ts';
import { judgeAnswer, type ShownUnit } from './judge-answer.ts';
import { toPlainWords } from './to-plain-words.ts';

/** The score of an answer to a question with a time in words. */
export interface JudgedTime {
  /** The first unit has the value of that time. */
  readonly first: boolean;
  readonly inThree: boolean;
  /** The first unit has the value of another time. */
  readonly otherTime: boolean;
  readonly abstained: boolean;
  /** True if the time that the answer is about overlaps the requested one; null if it names none, or if none was requested. */
  readonly asOf: boolean | null;
}

export function judgeTime(question: DatedQuestion, answer: Pick<AskedAnswer, 'units' | 'asOf'>): JudgedTime {
  const { first, inThree, abstained } = judgeAnswer(question, answer.units);
  const words = toPlainWords(answer.units[0]?.text ?? '');
  const saysOther = question.otherValues.some((value) => words.includes(toPlainWords(value)));
  return { first, inThree, abstained, otherTime: !first && saysOther, asOf: meets(question, answer.asOf) };
}

/** True if all values of a history are shown. A page is ordered by relevance instead of time. */
export function showsAll({ values }: Pick<HistoryQuestion, 'values'>, units: readonly ShownUnit[]): boolean {
  const words = toPlainWords(units.map(({ text }) => text).join('\n'));
  return values.every((value) => words.includes(toPlainWords(value)));
}

/** A year, month or day, or two of them with a slash, as days from and until. */
function meets({ about }: DatedQuestion, asOf: string | null): boolean | null {
  if (about === null || asOf === null) return null;
  const [start = '', end = start] = asOf.split('/');
  const from = `${start}-01-01`.slice(0, 10);
  const last = `${end}-12-31`.slice(0, 10);
  return (about.until === null || from < about.until) && (about.from === null || last >= about.from);
}

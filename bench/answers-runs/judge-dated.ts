import type { AskedAnswer } from './ask-in-child.ts';
import type { DatedQuestion, HistoryQuestion } from './generate-dated-vault.ts';
import { judgeAnswer, type ShownUnit } from './judge-answer.ts';
import { toPlainWords } from './to-plain-words.ts';

/** How a question with a time in words was answered. */
export interface JudgedTime {
  /** The first unit says what was so at that time. */
  readonly first: boolean;
  readonly inThree: boolean;
  /** The first unit says what was so at another time. */
  readonly otherTime: boolean;
  readonly abstained: boolean;
  /** Whether the time that the answer says it is about meets the one asked for; null where it says none, or none was asked for. */
  readonly asOf: boolean | null;
}

export function judgeTime(question: DatedQuestion, answer: Pick<AskedAnswer, 'units' | 'asOf'>): JudgedTime {
  const { first, inThree, abstained } = judgeAnswer(question, answer.units);
  const words = toPlainWords(answer.units[0]?.text ?? '');
  const saysOther = question.otherValues.some((value) => words.includes(toPlainWords(value)));
  return { first, inThree, abstained, otherTime: !first && saysOther, asOf: meets(question, answer.asOf) };
}

/** True where all values of a history are shown. A page is in the order of relevance, and not of time. */
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

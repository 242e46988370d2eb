import type { ModelTest } from '@memora/engine/model';
import type { ModelTestView } from './setup-view.ts';

/** Describes the result of a test in words, part by part. */
export function toModelTestView({
  model,
  judging,
  answering,
  rewriting,
  extracting,
}: ModelTest): ModelTestView {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const figures = [
    ['answering', answering, `${answering.right} of ${answering.questions} questions right`],
    [
      'judging',
      judging,
      `kept ${percent(judging.trueKept)} of true sentences and ${percent(judging.liesKept)} of false ones`,
    ],
    ['finding search words', rewriting, `${rewriting.found} of ${rewriting.questions} questions`],
    ['reading facts out of notes', extracting, `${extracting.found} of ${extracting.facts} facts`],
  ] as const;
  return {
    model,
    parts: figures.map(([name, { good, cost }, said]) => ({
      name,
      good,
      figures: said,
      seconds: cost.seconds,
    })),
  };
}

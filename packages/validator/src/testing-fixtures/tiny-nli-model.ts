import { SPECIAL_WORDS, writeTinyModel } from '@memora/testing-fixtures/write-tiny-model';

/** Words the model knows, each with its weights for entailment, neutral and contradiction. */
const WORDS: readonly (readonly [string, readonly [number, number, number]])[] = [
  ['tea', [1, 0, 0]],
  ['is', [0.2, 0, 0]],
  ['hot', [1, 0, 0]],
  ['not', [-3, 0, 9]],
  ['maybe', [0, 30, 0]],
  ['.', [0, 0, 0]],
];

/** Writes a sequence classifier whose logits are the sums of the words' weights. */
export function writeTinyNliModel(
  folder: string,
  labels = ['entailment', 'neutral', 'contradiction'],
): Promise<void> {
  return writeTinyModel(folder, {
    kind: 'classifier',
    rows: [...SPECIAL_WORDS.map((word) => [word, [0, word === '[UNK]' ? 0.1 : 0, 0]] as const), ...WORDS],
    config: {
      architectures: ['BertForSequenceClassification'],
      id2label: Object.fromEntries(labels.map((label, i) => [String(i), label])),
      label2id: Object.fromEntries(labels.map((label, i) => [label, i])),
    },
  });
}

import { SPECIAL_WORDS, writeTinyModel } from '@memora/testing-fixtures/write-tiny-model';

/** The words of the tiny model. Each has its own vector, except that `car` and `auto` share one. */
const WORDS = [...SPECIAL_WORDS, 'car', 'auto', 'soup', 'boat', 'the', 'is', 'red'];
const DIMENSIONS = 8;

/** Writes the files of an embedder that looks up these vectors. */
export function writeTinyEmbedder(folder: string): Promise<void> {
  return writeTinyModel(folder, {
    kind: 'embedder',
    rows: WORDS.map((word, row) => {
      const axis = (word === 'auto' ? WORDS.indexOf('car') : row) % DIMENSIONS;
      return [word, Array.from({ length: DIMENSIONS }, (_, i) => (i === axis ? 1 : 0))] as const;
    }),
    config: { hidden_size: DIMENSIONS, architectures: ['BertModel'], vocab_size: WORDS.length },
  });
}

import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { extractOffline } from './offline-extractor.ts';

const SECRETS = [
  'Die alte Mühle steht seit vielen Jahren am Fluss, und der Nachbar hat den Schlüssel zu der Tür.',
  'Le vieux moulin est au bord de la rivière avec les clés, et le voisin est dans la maison pour toujours.',
  'The old mill is by the river, and the neighbour of the house is with the key to it for that and this.',
];

it('reads open sentences in the language of open sentences, whatever a secret beside them is written in', () => {
  const read = SECRETS.map((secret) => {
    const bytes = Buffer.from(
      `# Ann\n\nAnn lives in Oslo.\n\n<!--privacy:secret-->${secret}<!--/privacy-->\n`,
    );
    const note = parseNote(bytes, { path: 'ann.md' });
    const { claims } = extractOffline(note, bytes);
    return claims.filter(({ segment }) => note.segments[segment]?.band !== 'secret');
  });
  expect(read[0]).toMatchObject([{ subject: 'Ann', predicate: 'states', object: null }]);
  for (const other of read) expect(other).toEqual(read[0]);
});

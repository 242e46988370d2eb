import { expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

it.each([
  ['Ida bought it', 'not_judged'],
  ['Pump', 'supported'],
  ['It is blue', 'supported'],
  ['Paint', 'supported'],
])('a judge that names %j where another passage is cited: %s', async (quote, judgement) => {
  const filler = 'It was cleaned again. '.repeat(90);
  const text = `# Pump\n\nIda bought it.\n\n${filler}\n\n## Paint\n\nIt is blue. It was dried.\n\n## End\n\nIt is blue.\n`;
  const notes = createCitedNotes({ 'a.md': text });
  const marker = notes.cite('a.md', 'It was dried.', { band: 'private' });
  const { statements } = await verifyCitations(`The pump was dried after Ida had bought it ${marker}.`, {
    ...notes.ports,
    hidden: () => [],
    shownWith: () => ({ start: 0, end: text.length }),
    judge: async (request) =>
      request.statements.map(({ index, evidence }) => {
        expect(JSON.stringify(evidence)).toContain(quote);
        return { index, verdict: 'supported', quote };
      }),
  });
  expect(statements[0]?.judgement).toBe(judgement);
  const because = statements[0]?.because ?? null;
  if (quote === 'It is blue') expect(because?.span.start).toBe(text.indexOf(quote));
});

import { expect, it } from 'vitest';
import { createDocumentClaims, verifyAgainst } from '../documents.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

const note = '# Lease\n\nRent is 900 EUR a month. Pets are not allowed.\n';

it('reads the words that a marker of a claim quotes, and cites their bytes', async () => {
  const { list, ...ports } = createDocumentClaims({ 'lease.md': note });
  const id = list[0]?.id as string;
  const cite = (words: string) => `Rent is 900 EUR a month [claim:${id}: "${words}"].`;
  const { checks, cleanText } = await verifyCitations(cite('900 EUR a month'), ports);
  expect(cleanText).toBe(cite('900 EUR a month'));
  expect(checks).toMatchObject([
    { claimId: id, status: 'verified', sourceText: '900 EUR a month', span: { start: 17, end: 32 } },
  ]);
});

it('says which words of the note are nearest to a quotation that does not stand there', async () => {
  const { list, ...ports } = createDocumentClaims({ 'lease.md': note });
  const marked = await verifyCitations(
    `Rent is 900 EUR [claim:${list[0]?.id}: “Rent is 950 EUR a month”].`,
    ports,
  );
  const said = await verifyAgainst({
    documents: { 'lease.md': note },
    answer: 'The lease says “Rent is 950 EUR a month” [1].',
  });
  for (const { checks, statements } of [marked, said]) {
    expect(checks[0]).toMatchObject({
      status: 'quote_mismatch',
      quotes: [
        {
          text: 'Rent is 950 EUR a month',
          grounded: false,
          nearest: { quote: 'Rent is 900 EUR a month', note: 'lease.md', span: { start: 9, end: 32 } },
        },
      ],
    });
    expect(statements[0]?.reason).toContain('the nearest there is “Rent is 900 EUR a month”');
  }
});

it('tells no words of a secret claim, nor of what is hidden', async () => {
  const { list, ...ports } = createDocumentClaims({ 'lease.md': note });
  const claims = async () => new Map(list.map((claim) => [claim.id, { ...claim, band: 'secret' as const }]));
  const answer = `It says “Rent is 950 EUR a month” [claim:${list[0]?.id}].`;
  const secret = await verifyCitations(answer, { ...ports, claims });
  expect(secret.statements[0]?.reason).not.toContain('900');
  const hidden = await verifyCitations(answer, { ...ports, hidden: () => [{ start: 9, end: 33 }] });
  expect(JSON.stringify([hidden.statements, hidden.checks[0]?.quotes])).not.toContain('900');
});

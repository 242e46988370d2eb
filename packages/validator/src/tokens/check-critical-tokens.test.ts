import { describe, expect, it } from 'vitest';
import { checkCriticalTokens } from './check-critical-tokens.ts';

function kinds(statement: string, evidence: string): string[] {
  return checkCriticalTokens(statement, evidence).disagreements.map(({ kind }) => kind);
}

describe('checkCriticalTokens', () => {
  it.each([
    ['It cost $3.5 million.', 'It cost 3,500,000 dollars.'],
    ['Twenty-one people came.', '21 people came.'],
    ['Es kostet 1.234,50 €.', 'It costs €1,234.50.'],
    ['The rate is 5 percent.', 'The rate is 5%.'],
    ['The landlord may not enter.', 'The landlord may not enter.'],
  ])('agrees: %s', (statement, evidence) => {
    expect(kinds(statement, evidence)).toEqual([]);
  });

  it.each([
    ['number', 'It cost $4.5 million.', 'It cost 3,500,000 dollars.'],
    ['number', 'It fell to -5 degrees.', 'It fell to 5 degrees.'],
    ['unit', 'The road is 5 miles long.', 'The road is 5 km long.'],
    ['negator', 'The landlord may enter.', 'The landlord may not enter.'],
    ['negator', 'The landlord may not enter.', 'The landlord may enter.'],
  ])('finds a %s that disagrees: %s', (kind, statement, evidence) => {
    expect(kinds(statement, evidence)).toContain(kind);
  });

  it('takes title, headings and the claim itself as evidence', () => {
    const { ok } = checkCriticalTokens('Rent in 2019 was 900.', 'Rent was 900.', { headingPath: ['2019'] });
    expect(ok).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import '../vitest.ts';

function setup() {
  const notes = createCitedNotes({ 'a.md': 'Tea is hot. Rent is 900 EUR.' });
  return {
    ports: notes.ports,
    tea: notes.cite('a.md', 'Tea is hot.'),
    rent: notes.cite('a.md', 'Rent is 900 EUR.'),
  };
}

describe('vitest matchers', () => {
  it('pass for an answer that is cited throughout', async () => {
    const { ports, tea, rent } = setup();
    await expect(`Tea is hot ${tea}. Rent is 900 EUR ${rent}.`).toBeCited(ports);
    await expect(`Tea is hot ${tea}.`).toHaveNoUnsupportedClaims(ports);
    await expect('Tea is hot.').not.toBeCited(ports);
    await expect(`Tea is hot ${tea} [claim:nope].`).toHaveNoUnsupportedClaims(ports);
  });

  it('say which statement fails, and why', async () => {
    const { ports, tea, rent } = setup();
    const failure = await expect(`Tea is hot ${tea}. Rent is 950 EUR ${rent}. It rains. [claim:x]`)
      .toBeCited(ports)
      .catch((error: Error) => error.message);
    expect(failure).toMatch(/its verdict is partial/);
    expect(failure).toMatch(/2\. "Rent is 950 EUR .*\n.*token_mismatch: .*number "950/);
    expect(failure).toMatch(/3\. "It rains\..*\n.*malformed/);
    expect(failure).not.toMatch(/Tea is hot/);
  });
});

import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import '../vitest.ts';
import { verifyAgainst } from '../documents/verify-against.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { assertCited, assertNoUnsupportedClaims } from './assert-cited.ts';

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

  it('fail for a sentence that nearly repeats its source, unless a judge finds that it follows', async () => {
    const documents = ['Pets are not allowed.'];
    const failure = await expect('Pets are allowed [1].')
      .toBeCited({ documents })
      .catch((error: Error) => error.message);
    expect(failure).toMatch(/1\. "Pets are allowed.*\n {5}altered: /);
    await expect(assertCited('Pets are allowed [1].', { documents })).rejects.toThrow(/altered/);
    const notes = createCitedNotes({ 'a.md': 'Pets are not allowed.' });
    const pets = notes.cite('a.md', 'Pets are not allowed.');
    const verify = (policy: 'mark' | 'proven') => ({
      claims: { getClaims: (ids: readonly string[]) => notes.ports.claims([...ids]) },
      readNote: notes.ports.sources,
      verify: (answer: string) => verifyCitations(answer, { ...notes.ports, policy }),
    });
    for (const policy of ['mark', 'proven'] as const) {
      await expect(`Pets are allowed ${pets}.`).not.toBeCited(verify(policy));
      await expect(`Pets are allowed ${pets}.`).not.toHaveNoUnsupportedClaims(verify(policy));
      await expect(`Pets are not allowed ${pets}.`).toBeCited(verify(policy));
    }
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

describe('what an answer is held against', () => {
  it('may be a memory, whose own verify is asked for a text', async () => {
    const { ports, tea } = setup();
    const memory = {
      claims: { getClaims: (ids: readonly string[]) => ports.claims([...ids]) },
      readNote: ports.sources,
    };
    await expect(`Tea is hot ${tea}.`).toBeCited(memory);
    await expect({ text: `Tea is hot ${tea}.` }).toBeCited(memory);
    await expect(`Tea is hot ${tea}.`).not.toBeCited({
      ...memory,
      verify: () => verifyCitations('It rains.', ports),
    });
  });

  it('may be documents', async () => {
    await expect('Tea is hot [1].').toBeCited({ documents: ['Tea is hot.'] });
    await expect('Tea is not hot [1].').not.toHaveNoUnsupportedClaims({ documents: ['Tea is hot.'] });
  });

  it('passes an invented sentence that no judge has read, and fails it under the policy strip', async () => {
    const answer = 'The landlord is a crook and the house burns [1].';
    const documents = ['Rent is 900 EUR a month.'];
    await expect(answer).toBeCited({ documents });
    const failure = await expect(answer)
      .toBeCited({ documents, policy: 'strip' })
      .catch((error: Error) => error.message);
    expect(failure).toMatch(/its verdict is \w+:\n {2}1\. "The landlord.*\n {5}paraphrased: .*not judged/);
    await expect(answer).not.toHaveNoUnsupportedClaims({ documents, policy: 'strip' });
    await expect(assertCited(answer, { documents, policy: 'strip' })).rejects.toThrow(/cited throughout/);
    await expect('Rent is 900 EUR a month [1].').toBeCited({ documents, policy: 'strip' });
    const verify = (said: string) => verifyAgainst({ documents, answer: said, policy: 'strip' });
    await expect(answer).not.toBeCited({ verify });
  });

  it('fails a heading or a lead-in that no note has, under the policy strip', async () => {
    const documents = ['# Lease\n\nRent is 900 EUR a month.'];
    for (const line of ['# Reasons to sue', 'None of this is true:', '**Illegal terms**']) {
      const answer = `${line}\n\n- Rent is 900 EUR a month [1].`;
      await expect(answer).toBeCited({ documents });
      const failure = await expect(answer)
        .toBeCited({ documents, policy: 'strip' })
        .catch((error: Error) => error.message);
      expect(failure).toMatch(/ {2}1\. "(?:Reasons to sue|None of this is true:|\*\*Illegal terms\*\*)"/u);
      await expect(answer).not.toHaveNoUnsupportedClaims({ documents, policy: 'strip' });
      const verify = (said: string) => verifyAgainst({ documents, answer: said, policy: 'strip' });
      await expect(answer).not.toBeCited({ verify, policy: 'strip' });
    }
    await expect('# Lease\n\n- Rent is 900 EUR a month [1].').toBeCited({ documents, policy: 'strip' });
  });

  it('says in its message what to pass instead', async () => {
    const documents = ['Tea is hot.'];
    const said = (by: unknown) =>
      expect('Tea is hot [1].')
        .toBeCited(by as never)
        .catch((error: Error) => error.message);
    expect(await said({ documents, policy: 'stripp' })).toMatch(/policy.*Pass one of proven, mark, strip/);
    expect(await said({})).toMatch(/Pass a memory, \{ documents \}, or \{ claims, sources \}/);
  });

  it('says what to pass where it is nothing of the kind', async () => {
    await expect(expect('x').toBeCited(null as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    await expect(expect('x').toBeCited({} as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});

describe('assertions without a matcher', () => {
  it('reject with an AssertionError that runners know, and with the report', async () => {
    const { ports, tea } = setup();
    await assertCited(`Tea is hot ${tea}.`, ports);
    await assertNoUnsupportedClaims(`Tea is hot ${tea} [claim:nope].`, ports);
    await expect(assertCited('It rains.', ports)).rejects.toMatchObject({
      name: 'AssertionError',
      code: 'ERR_ASSERTION',
      report: { verdict: 'uncited' },
    });
    await expect(assertNoUnsupportedClaims('It rains.', ports)).rejects.toThrow(/1\. "It rains\./);
  });
});

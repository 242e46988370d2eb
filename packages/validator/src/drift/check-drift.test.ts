import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VerificationOptions } from '../contract/verification-options.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { checkDrift } from './check-drift.ts';

const verify = (evidence: string, statement: string, options: Pick<VerificationOptions, 'guard'> = {}) => {
  const notes = createCitedNotes({ 'a.md': evidence });
  const stop = /[.。]$/u.exec(statement)?.[0] ?? '';
  return verifyCitations(
    `${statement.slice(0, statement.length - stop.length)} ${notes.cite('a.md', evidence)}${stop}`,
    { ...notes.ports, ...options },
  );
};

describe('a near copy that lies', () => {
  it.each([
    [
      'name',
      'You can build it with Create React App today.',
      'You can build it with Create Priya App today.',
    ],
    ['name', 'The contract was signed by Maria Keller.', 'The contract was signed by Maria Kessler.'],
    [
      'name',
      'Der Vertrag wurde von Anna Keller unterschrieben.',
      'Der Vertrag wurde von Anna Kessler unterschrieben.',
    ],
    ['negator', 'The export job is no longer run at night.', 'The export job is run at night.'],
    ['negator', 'Es wird nicht nur eine Sorte gezählt.', 'Es wird nur eine Sorte gezählt.'],
    ['negator', 'Es wird nur eine Sorte gezählt.', 'Es wird nicht nur eine Sorte gezählt.'],
    [
      'attribution',
      'Боб говорит, что Три собаки играют в снегу у дома.',
      'Три собаки играют в снегу у дома.',
    ],
    ['attribution', 'Bob says that Three dogs play in the snow.', 'Three dogs play in the snow.'],
    [
      'condition',
      'Check it once more, if needed, if the board agrees to it.',
      'Check it once more, if needed.',
    ],
    [
      'condition',
      'Un vídeo por sí solo no es un curso si el consejo lo acepta.',
      'Un vídeo por sí solo no es un curso.',
    ],
    ['negator', 'The office no longer accepts cash.', 'The office accepts cash.'],
    ['negator', 'Das Büro nimmt nicht mehr Bargeld an.', 'Das Büro nimmt Bargeld an.'],
    [
      'negator',
      "Le bureau n'est plus ouvert, il n'est pas chauffé.",
      "Le bureau n'est plus ouvert, il est chauffé.",
    ],
    [
      'negator',
      'Jobs inherited from the queue are run at night.',
      'Jobs inherited from the queue are not run at night.',
    ],
    ['negator', 'The tank is not full and the pump is not on.', 'The tank is full and the pump is not on.'],
    ['quantifier', 'Some of the pumps run at night.', 'All of the pumps run at night.'],
    ['quantifier', 'Einige Pumpen laufen in der Nacht.', 'Alle Pumpen laufen in der Nacht.'],
    ['modal', 'The export may fail on large files.', 'The export will fail on large files.'],
    ['modal', 'Visitors may use the north gate.', 'Visitors must use the north gate.'],
    ['hedge', 'The pump was probably damaged by frost.', 'The pump was damaged by frost.'],
    [
      'comparison',
      'The tank holds at least nine litres of oil.',
      'The tank holds at most nine litres of oil.',
    ],
    ['comparison', 'Sales in Rome rose after the fair.', 'Sales in Rome fell after the fair.'],
    [
      'order',
      'The team prefers Postgres over Mongo for reports.',
      'The team prefers Mongo over Postgres for reports.',
    ],
    ['order', 'The board chose quality over that in May.', 'The board chose that over quality in May.'],
    ['condition', 'The pump stops at night if the tank is empty.', 'The pump stops at night.'],
    ['condition', 'If the tank is empty, the pump stops at night.', 'The pump stops at night.'],
    ['condition', 'La pompa si ferma di notte, se il serbatoio è vuoto.', 'La pompa si ferma di notte.'],
    ['attribution', 'Bob says that the pump leaks oil.', 'The pump leaks oil.'],
    ['attribution', 'According to the vendor, the pump leaks oil.', 'The pump leaks oil.'],
    ['join', 'Staff may bring dogs or cats to work.', 'Staff may bring dogs and cats to work.'],
    ['tense', 'The house was sold by the city.', 'The house is sold by the city.'],
    ['tense', 'Anna has the key of the archive.', 'Anna had the key of the archive.'],
    ['modal', '您可以在周末使用北门进入。', '您必须在周末使用北门进入。'],
    ['negator', 'この倉庫は夜に使用します。', 'この倉庫は夜に使用しません。'],
  ])('%s: %s → %s', async (_, evidence, lie) => {
    const { checks, cleanText } = await verify(evidence, lie);
    expect(checks.map(({ status }) => status)).toEqual(['token_mismatch']);
    expect(cleanText).toBe('');
  });
});

describe('a near copy that says the same or less', () => {
  it.each([
    ['The office no longer accepts cash.', 'The office does not accept cash any more.'],
    ['All pumps run at night.', 'Some pumps run at night.'],
    ['The export will fail on large files.', 'The export may fail on large files.'],
    ['The pump was damaged by frost.', 'The pump was probably damaged by frost.'],
    ['The pump stops at night.', 'The pump stops at night if the tank is empty.'],
    ['If the tank is empty, the pump stops at night.', 'The pump stops at night if the tank is empty.'],
    ['Bob says that the pump leaks oil.', 'According to Bob, the pump leaks oil.'],
    ['Anna Keller signed the contract.', 'The contract was signed by Anna Keller.'],
    ['In June, Anna Keller signed the contract.', 'Anna Keller signed the contract in June.'],
    ["It isn't safe to open the tank.", 'It is not safe to open the tank.'],
    ['The city sold 1,200 tickets in May.', 'The city sold 1200 tickets in May.'],
    ['Not only the pump but also the tank leaks.', 'The pump and the tank leak.'],
    ['The pump failed to start on Monday.', 'The pump did not start on Monday.'],
    ['Dogs, cats and birds may stay in the flat.', 'Cats, birds and dogs may stay in the flat.'],
  ])('%s → %s', async (evidence, truth) => {
    const { checks } = await verify(evidence, truth);
    expect(checks.flatMap(({ disagreements }) => disagreements.filter(({ decisive }) => decisive))).toEqual(
      [],
    );
    expect(checks.map(({ status }) => status)).toEqual(['verified']);
  });

  it('reports a content word that stands for another one, and strips nothing', async () => {
    const { checks } = await verify('The pump in the cellar is loud.', 'The motor in the cellar is loud.');
    expect(checks.map(({ status }) => status)).toEqual(['verified']);
    expect(checks[0]?.disagreements).toEqual([
      expect.objectContaining({
        kind: 'drift',
        statementToken: 'motor',
        evidenceToken: 'pump',
        decisive: false,
      }),
    ]);
  });

  it.each([
    ['Marta plays the cello on Sundays.', 'Marta plays the violin on Sundays.', 'violin', 'cello'],
    // One of the two words has an opposite: `prima` is a cousin, and in another language early.
    ['El abuelo vive con mi tía.', 'El abuelo vive con mi prima.', 'prima', 'tía'],
    ['Il gatto beve il latte.', "Il gatto beve l'acqua.", 'acqua', 'latte'],
    ['会议在食堂举行。', '会议在图书馆举行.', '图书馆', '食堂'],
    ['この店は木曜に魚を売ります。', 'この店は木曜に花を売ります。', '花', '魚'],
  ])('reports it in any script, and refuses it where it is to be exact: %s → %s', async (...pair) => {
    const [evidence, statement, statementToken, evidenceToken] = pair;
    const reported = await verify(evidence, statement);
    expect(reported.checks[0]).toMatchObject({
      status: 'verified',
      disagreements: [{ kind: 'drift', statementToken, evidenceToken, decisive: false }],
    });
    const exact = await verify(evidence, statement, { guard: { drift: 'exact' } });
    expect(exact.checks[0]).toMatchObject({ status: 'token_mismatch', disagreements: [{ decisive: true }] });
    const same = await verify(evidence, evidence, { guard: { drift: 'exact' } });
    expect(same.verdict).toBe('verified');
  });

  it('refuses the newest for the oldest', async () => {
    const { checks } = await verify(
      'The queue drops the oldest message.',
      'The queue drops the newest message.',
    );
    expect(checks.map(({ status }) => status)).toEqual(['token_mismatch']);
    expect(checks[0]?.disagreements.every(({ decisive }) => decisive)).toBe(true);
  });
});

describe('checkDrift', () => {
  it('is silent on free paraphrase', () => {
    expect(checkDrift('Nobody minds the noise.', ['The pump in the cellar runs quietly.'])).toEqual([]);
  });

  it('finds nothing in any text that repeats its evidence', () => {
    const word = fc.constantFrom(
      ...'the pump not all may if Anna runs 12 over tank never or and was is 茶 は ない only says'.split(' '),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
        const text = words.join(' ');
        expect(checkDrift(text, [text]).filter(({ decisive }) => decisive)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('takes one sentence that agrees over others that do not', () => {
    expect(
      checkDrift('The pump runs at night.', ['The pump does not run at noon. The pump runs at night.']),
    ).toEqual([]);
  });

  it('ends on long texts', () => {
    const names = Array.from({ length: 5000 }, (_, i) => `Name${i.toString(36)}`).join(' ');
    expect(checkDrift(names, [names]).filter(({ decisive }) => decisive)).toEqual([]);
  });
});

describe('a statement of thousands of words', () => {
  const clauses = (count: number) =>
    Array.from({ length: count }, (_, i) => `pump ${i} in hall ${i % 7} runs at night`).join(', ');
  const decisive = (statement: string, evidence: string) =>
    checkDrift(statement, [evidence]).filter((each) => each.decisive);

  it('is compared as a short one is', () => {
    const evidence = clauses(400);
    expect(decisive(evidence, evidence)).toEqual([]);
    expect(
      decisive(evidence.replace('pump 300 in hall 6 runs', 'pump 300 in hall 6 never runs'), evidence),
    ).toHaveLength(1);
  });

  it('does not pass unread where it is too long to be compared', () => {
    const evidence = clauses(4000);
    expect(
      decisive(evidence.replace('pump 300 in hall 6 runs', 'pump 300 in hall 6 never runs'), evidence),
    ).toEqual([{ kind: 'drift', statementToken: '', evidenceToken: null, decisive: true }]);
  });
});

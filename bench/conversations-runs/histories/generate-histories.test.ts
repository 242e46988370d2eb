import { describe, expect, it } from 'vitest';
import { generateHistories } from './generate-histories.ts';

describe('generated histories', () => {
  const halves = [generateHistories('dev', 7), generateHistories('test', 7)];

  it('hold at least three hundred questions of seven abilities over five hundred sessions each', () => {
    expect(halves.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(300);
    for (const { chats, questions } of halves) {
      expect(chats).toHaveLength(500);
      expect(new Set(questions.map(({ ability }) => ability)).size).toBe(7);
    }
  });

  it('name turns that hold what is asked about, the newest of an update last', () => {
    for (const { chats, questions } of halves) {
      const turnByName = new Map<
        string,
        { readonly role: string; readonly text: string; readonly at: string }
      >(chats.flatMap(({ id, turns }) => turns.map((turn, i) => [`${id} ${i}`, turn] as const)));
      for (const { ability, text, evidence, older } of questions) {
        expect(text).not.toMatch(/[{}]/u);
        expect(evidence.length === 0).toBe(ability === 'never said');
        for (const name of [...evidence, ...older]) {
          const turn = turnByName.get(name);
          expect(turn?.role).toBe(ability === 'said by the assistant' ? 'assistant' : 'user');
          expect(turn?.text).not.toMatch(/[{}]/u);
        }
        const [last] = evidence;
        const timeOf = (name = '') => Date.parse(turnByName.get(name)?.at ?? '');
        for (const name of older) expect(timeOf(name)).toBeLessThan(timeOf(last));
      }
    }
  });

  it('have a third set, whose updates are told in other sentences than any fact of the halves', () => {
    const { chats, questions } = generateHistories('unseen', 7);
    const turns = new Map<string, string>(
      chats.flatMap(({ id, turns }) => turns.map(({ text }, i) => [`${id} ${i}`, text] as const)),
    );
    const updated = questions.filter(({ ability }) => ability === 'updated');
    expect(updated).toHaveLength(96);
    const known = new Set(
      halves.flatMap((half) => half.chats.flatMap((chat) => chat.turns.map(({ text }) => text))),
    );
    const said = updated.flatMap(({ evidence, older }) =>
      [...evidence, ...older].map((name) => turns.get(name)),
    );
    expect(said.filter((text) => known.has(text ?? ''))).toEqual([]);
  });

  it('are the same for the same seed, and share no sentence of a fact between the halves', () => {
    expect(generateHistories('dev', 7)).toEqual(halves[0]);
    const [dev, test] = halves.map(
      ({ chats, questions }) =>
        new Set(
          questions.flatMap(({ evidence }) =>
            evidence.map((name) => {
              const [id, place] = name.split(' ');
              return chats
                .find((chat) => chat.id === id)
                ?.turns[Number(place)]?.text.replace(/[A-ZÀ-Ž“][^ ]*|\d+/gu, '');
            }),
          ),
        ),
    );
    expect([...(dev ?? [])].filter((text) => test?.has(text))).toEqual([]);
  });
});

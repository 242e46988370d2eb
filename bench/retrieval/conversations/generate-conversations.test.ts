import { describe, expect, it } from 'vitest';
import { generateConversations } from './generate-conversations.ts';

describe('generated conversations', () => {
  const halves = [generateConversations('dev', 7), generateConversations('test', 7)];

  it('hold at least three hundred questions, each answered by a turn of who is asked about', () => {
    expect(halves.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(300);
    for (const { notes, questions } of halves) {
      for (const { text, evidence } of questions) {
        for (const { path, turn } of evidence) {
          const { speaker } = notes.find((note) => note.path === path)?.turns[turn] ?? {};
          expect(text).toContain(speaker);
          expect(text).not.toMatch(/[{}]/u);
        }
      }
    }
  });

  it('are the same for the same seed, and share no fact between the halves', () => {
    expect(generateConversations('dev', 7)).toEqual(halves[0]);
    const openings = halves.map(
      ({ notes, questions }) =>
        new Set(
          questions.flatMap(({ evidence }) =>
            evidence.map(({ path, turn }) => notes.find((note) => note.path === path)?.turns[turn - 1]?.text),
          ),
        ),
    );
    expect([...(openings[0] ?? [])].filter((text) => openings[1]?.has(text))).toEqual([]);
  });
});

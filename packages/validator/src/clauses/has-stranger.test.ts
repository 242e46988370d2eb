import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';

async function verify(evidence: string, statement: string) {
  const notes = createCitedNotes({ 'a.md': evidence });
  const stop = /[.。।]$/u.exec(statement)?.[0] ?? '';
  const answer = `${statement.slice(0, statement.length - stop.length)} ${notes.cite('a.md', evidence)}${stop}`;
  return (await verifyCitations(answer, notes.ports)).verdict;
}

describe('words that no mark parts from a cited sentence', () => {
  it.each([
    ['Tea is hot.', 'everybody was delighted Tea is hot.'],
    ['Tea is hot.', 'it rains Tea is hot.'],
    ['Tea is hot.', 'Tea is hot everybody was delighted.'],
    ['Tea is hot.', 'Tea everybody loves is hot.'],
    ['The office is in Berlin.', 'Anna resigned the office is in Berlin.'],
    ['Der Tee ist heiß.', 'alle waren begeistert Der Tee ist heiß.'],
    ['Чай горячий.', 'все были в восторге чай горячий.'],
    ['茶は熱いです。', '全員が大喜びしました茶は熱いです。'],
    ['茶是热的。', '大家都非常高兴茶是热的。'],
    ['Drift uses Rust.', 'Drift uses Rust, which everybody hates.'],
    ['Drift uses Rust.', 'Drift uses Rust which everybody hates.'],
    ['Drift uses Rust.', 'Drift uses Rust so everybody left.'],
    ['Drift uses Rust.', 'Drift uses Rust to save money.'],
    ['Drift uses Rust.', 'Drift uses Rust despite complaints.'],
    ['Drift nutzt Rust.', 'Drift nutzt Rust, das alle hassen.'],
    ['Drift utilise Rust.', 'Drift utilise Rust que tout le monde déteste.'],
    ['Drift usa Rust.', 'Drift usa Rust que todos odian.'],
  ])('%s → %s falls', async (evidence, statement) => {
    expect(await verify(evidence, statement)).toBe('rejected');
  });

  it.each([
    ['The rent is 900 EUR a month.', 'According to your notes the rent is 900 EUR a month.'],
    ['The rent is 900 EUR a month.', 'Your notes say that the rent is 900 EUR a month.'],
    ['The rent is 900 EUR a month.', 'It turns out the rent is 900 EUR a month.'],
    ['The rent is 900 EUR a month.', 'Currently the rent is 900 EUR a month.'],
    ['The pump stops at night.', 'The pump stops at night if the tank is empty.'],
    ['Die Miete beträgt 900 EUR.', 'Laut deinen Notizen beträgt die Miete 900 EUR.'],
    ['El alquiler es de 900 EUR.', 'Según tus notas el alquiler es de 900 EUR.'],
    ['家賃は月900ユーロです。', 'メモによると、家賃は月900ユーロです。'],
    ['房租每月900欧元。', '根据你的笔记，房租每月900欧元。'],
  ])('%s → %s stays', async (evidence, statement) => {
    expect(await verify(evidence, statement)).toBe('verified');
  });
});

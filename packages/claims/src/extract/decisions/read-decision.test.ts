import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { readDecision } from './read-decision.ts';

const decisionsIn = (text: string, isDated = true) => {
  const note = parseNote(Buffer.from(text), { path: 'meeting.md' });
  return note.segments.flatMap((segment, index) => {
    const label = segment.field?.key ?? null;
    const decision = readDecision(note, index, { label, isDated });
    return decision === null ? [] : [[segment.text, decision.status, decision.by]];
  });
};

it('reads what stands under a heading of decisions, whatever words it has', () => {
  expect(
    decisionsIn(
      '# Kick-off\n\nAll there.\n\n## Decisions\n\n- It ships on 1 May.\n  - Ines will tell them.\n- [Older ones](log.md)\n\nTom left early.\n\n## Next\n\n- Call Tom.\n',
    ),
  ).toEqual([['It ships on 1 May.', 'decided', null]]);
  expect(decisionsIn('## Beschlüsse\n\nKiel bleibt der Standort. Es ist schön dort.\n')).toEqual([
    ['Kiel bleibt der Standort.', 'decided', null],
  ]);
});

it('takes what somebody puts forward for a proposal, under a heading of decisions too', () => {
  expect(
    decisionsIn(
      '## Decisions\n\n- Tom cooks.\n- Proposed by Ines: a second boat. We will see.\n\nProposed, not decided: sell the bell.\n\nProposal templates and how we write them: see the wiki.\n',
    ),
  ).toEqual([
    ['Tom cooks.', 'decided', null],
    ['Proposed by Ines: a second boat.', 'proposed', null],
    ['Proposed, not decided: sell the bell.', 'proposed', null],
  ]);
});

it('reads labels in front of a text, above it, and of the entry that it belongs to', () => {
  expect(decisionsIn('Decision (2026-03-01): use Go.\n\nProposal: hire a cook.\n')).toEqual([
    ['Decision (2026-03-01): use Go.', 'decided', null],
    ['Proposal: hire a cook.', 'proposed', null],
  ]);
  expect(
    decisionsIn(
      '## Concise body\n\nLong talk.\n\n**Conclusion/Resolution**\n\n- In favor\n- Only for arrows\n\nMore talk.\n',
    ),
  ).toEqual([
    ['In favor', 'decided', null],
    ['Only for arrows', 'decided', null],
  ]);
  expect(decisionsIn('- Resolution\n  - Lock the assert module.\n- Other\n  - Nothing.\n')).toEqual([
    ['Lock the assert module.', 'decided', null],
  ]);
});

it('hears those who say that they decided, and nobody else', () => {
  expect(decisionsIn('We agreed to use the 3 new times.\n\nThe board approved the budget.\n')).toEqual([
    ['We agreed to use the 3 new times.', 'decided', 'We'],
    ['The board approved the budget.', 'decided', 'board'],
  ]);
  expect(decisionsIn('On 2026-04-02 we decided to switch to MessagePack.\n')).toEqual([
    ['On 2026-04-02 we decided to switch to MessagePack.', 'decided', 'we'],
  ]);
  for (const text of [
    'this is what was agreed in previous meeting',
    'What we decided is another matter.',
    'If we decided to move, the lease would end.',
    'Only Joyee approved since my recent change',
    'A number of nominations have been approved.',
    'Conclusions are drawn by readers.',
  ])
    expect(decisionsIn(`${text}\n`)).toEqual([]);
});

it('takes what a text without a day concludes for prose', () => {
  expect(decisionsIn('## Conclusion\n\nBoats are fine.\n', false)).toEqual([]);
  expect(decisionsIn('## Probability & Decision\n\nA textbook.\n')).toEqual([]);
});

import type { AskedKind } from '@memora/language/asked';
import { expect, it } from 'vitest';
import { fitsQuestion } from './fits-question.ts';
import { readTraits } from './read-traits.ts';
import type { Unit } from './unit.ts';

function toUnit(text: string, above: Partial<Pick<Unit, 'noteTitle' | 'headingPath'>> = {}): Unit {
  const lines = text.split('\n').map((line) => ({ text: line, claims: [] }));
  return {
    notePath: 'boats.md',
    noteTitle: 'Boats',
    headingPath: [],
    blocks: [{ kind: 'paragraph', mark: '', depth: 0, oneALine: false, lines, passage: null }],
    found: [],
    score: 1,
    ...above,
  };
}

const fits = (asked: AskedKind, question: string, unit: Unit) =>
  fitsQuestion(unit, readTraits(unit), asked, question);

it.each<[AskedKind, string, string, string]>([
  [
    'comparison',
    'What is the difference between a ketch and a yawl?',
    'A ketch is steered before its mizzen mast, a yawl behind it.',
    'A ketch has two masts.',
  ],
  [
    'comparison',
    'How does a due date differ from a start date?',
    'A task is late after its due date. Nobody sees it before its start date.',
    'A task is late after its due date.',
  ],
  ['comparison', 'vim vs nano', 'Nano tells its keys; Vim does not.', 'Vim has modes.'],
  ['which', 'Which version added dependencies?', 'Dependencies came in 6.1.0.', 'Dependencies are new.'],
  ['which', 'What port does the server use?', 'It listens on 8080.', 'It listens on a port.'],
  ['which', 'Which port is taken?', 'It is at http://localhost:2019/metrics.', 'It has 2019 metrics.'],
  ['definition', 'What is the default port of the pump?', 'Default: `localhost:81`', 'The pump has a port.'],
  ['which', 'What temperature does it need?', 'The temperature: 21.', 'It needs 21 days.'],
  ['which', 'Which company built the crane?', 'The crane was built by Lund Marine.', 'The crane is built.'],
  ['who', 'Who wrote the tool?', 'The tool was written by Ida Lund.', 'The tool is written in Rust.'],
  ['where', 'Where is the anchor?', 'The anchor lies in the locker.', 'The anchor was sold long ago.'],
  ['yes-no', 'Does it float?', 'It sinks.', 'Why would it not float?'],
])('%s: %j fits %j, and not %j', (asked, question, fitting, other) => {
  expect(fits(asked, question, toUnit(fitting))).toBe(true);
  expect(fits(asked, question, toUnit(other))).toBe(false);
});

it('reads what is compared in the title and the headings too, whatever accents it is written with', () => {
  const question = 'What is the difference between embeds and résumés?';
  const text = 'They are shown in place.';
  expect(fits('comparison', question, toUnit(text))).toBe(false);
  expect(fits('comparison', question, toUnit(text, { noteTitle: 'Resumes', headingPath: ['Embeds'] }))).toBe(
    true,
  );
});

it('asks for both things only where two are named', () => {
  expect(fits('comparison', 'compare editors', toUnit('Vim has modes.'))).toBe(true);
});

it('asks for a figure only where one thing of several is known by it, and for a maker only where something was made', () => {
  expect(fits('which', 'Which editor is fast?', toUnit('Vim is fast.'))).toBe(true);
  expect(fits('who', 'Who sails the ketch?', toUnit('the ketch is sailed by her owner'))).toBe(true);
  expect(fits('how-to', 'How do I sail a ketch or a yawl?', toUnit('Hoist the mizzen.'))).toBe(true);
});

it('takes a number for the port where the heading above it says so', () => {
  const question = 'Which port is used for the pump?';
  expect(fits('which', question, toUnit('Default: 81', { headingPath: ['pump_port'] }))).toBe(true);
  expect(fits('which', question, toUnit('Default: 81', { headingPath: ['pump_delay'] }))).toBe(false);
});

it('tells no place by prepositions where a script has none', () => {
  expect(fits('where', 'Where is the anchor?', toUnit('錨は倉庫にあります'))).toBe(true);
});

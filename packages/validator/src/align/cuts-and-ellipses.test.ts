import { describe, expect, it } from 'vitest';
import { alignQuote } from './align-quote.ts';

/** A sentence, and words of it that no quotation may leave out. */
const SENTENCES: readonly (readonly [string, readonly string[]])[] = [
  [
    'The tenant may not keep any dogs in the flat without written consent of the owner.',
    ['not', 'any', 'without'],
  ],
  [
    'Only registered users can export all of their data from the service every month.',
    ['Only', 'all', 'every'],
  ],
  [
    'None of the seven auditors found that the firm had never paid its taxes on time.',
    ['None', 'seven', 'never'],
  ],
  ['The pump should rarely be opened unless the pressure has dropped below a bar.', ['rarely', 'unless']],
  ['She couldn’t open the door, and nobody else could do so either.', ['couldn’t', 'nobody']],
  ['The drug failed to lower blood pressure in most of the patients.', ['failed', 'most']],
  ['Der Mieter darf die Wohnung nicht ohne Erlaubnis des Eigentümers untervermieten.', ['nicht', 'ohne']],
  [
    'Nur einige der zwölf Mitglieder haben den Antrag niemals abgelehnt.',
    ['Nur', 'einige', 'zwölf', 'niemals'],
  ],
  ['Le locataire ne peut pas sous-louer le logement sans accord écrit du bailleur.', ['ne', 'pas', 'sans']],
  [
    'Aucun des membres du comité n’a jamais voté contre toutes les propositions.',
    ['Aucun', 'jamais', 'toutes'],
  ],
  ['El inquilino nunca puede subarrendar el piso sin permiso escrito del dueño.', ['nunca', 'sin']],
  ['Арендатор не может сдавать квартиру без согласия хозяина.', ['не', 'без']],
  ['借主は貸主の許可なく部屋を他人に貸してはならない。', ['なく']],
  ['一部の社員だけがすべての資料を見ることができる。', ['一部', 'だけ', 'すべて']],
  ['租客未经房东书面同意不得将公寓转租给他人。', ['未', '不得']],
  ['只有部分员工可以查看公司的所有文件。', ['只有', '部分', '所有']],
];
const ELLIPSES = ['…', '...', '[…]', '(...)', '[ ... ]', '. . .', '……', '⋯'];
/** A number may be left off the end or the start of a quotation, but no ellipsis may jump it. */
const NUMBERS = new Set(['seven', 'zwölf']);

function surrounded(sentence: string): string[] {
  const space = sentence.indexOf(' ');
  return [
    sentence,
    `Before this there was another sentence. ${sentence} And then came one more.`,
    `- one\n- ${sentence}\n- three`,
    ...(space === -1 ? [] : [`> ${sentence.slice(0, space)}\n> ${sentence.slice(space + 1)}`]),
  ];
}

function leftOut(sentence: string, word: string): string[] {
  const at = sentence.indexOf(word);
  const before = sentence.slice(0, at).trimEnd();
  const after = sentence.slice(at + word.length).trimStart();
  const cuts = NUMBERS.has(word) ? [] : [after];
  if (before === '') return cuts;
  const space = sentence.includes(' ') ? ' ' : '';
  const [left, right] = [before.split(' ').slice(0, -1).join(' '), after.split(' ').slice(1).join(' ')];
  return [
    ...(space === '' ? [] : cuts),
    before + space + after,
    ...ELLIPSES.flatMap((ellipsis) => [`${before} ${ellipsis} ${after}`, before + ellipsis + after]),
    ...(left === '' || right === '' ? [] : ELLIPSES.map((ellipsis) => `${left} ${ellipsis} ${right}`)),
  ];
}

describe('a quotation that leaves out a negator, a quantifier or a number', () => {
  it.each(SENTENCES.flatMap(([sentence, words]) => words.map((word) => [word, sentence] as const)))(
    'is not grounded: %s in %s',
    (word, sentence) => {
      for (const source of surrounded(sentence)) {
        for (const quote of leftOut(sentence, word)) {
          const { grounded, status } = alignQuote(source, quote);
          expect([quote, grounded, status === 'ambiguous']).toEqual([quote, false, false]);
        }
      }
    },
  );

  it('is grounded where an ellipsis leaves out plain words of one sentence', () => {
    const source = 'The old grey fox with the torn ear sleeps under the shed.';
    for (const ellipsis of ['…', '...', '[…]', '(...)', '[ ... ]'])
      expect(alignQuote(source, `The old grey fox ${ellipsis} sleeps under the shed.`).grounded).toBe(true);
  });
});

describe('a quotation from a block of quoted lines', () => {
  it.each([
    '> None\n> of the auditors found anything.',
    '> It was said that not\n> of the auditors found anything.',
    'Text.\n\n> Hardly any\n> of the auditors found anything.\n',
  ])('does not lose the negator of the line above: %j', (source) => {
    expect(alignQuote(source, 'of the auditors found anything.').grounded).toBe(false);
  });

  it('may start where a list, a paragraph or the block starts', () => {
    for (const source of [
      '> Not this\n>\n> Most of it.',
      '> - not this\n> - Most of it.',
      'Not this\n> Most of it.',
    ])
      expect(alignQuote(source, 'Most of it.').grounded).toBe(true);
  });
});

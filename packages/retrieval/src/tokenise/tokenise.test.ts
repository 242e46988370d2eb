import { detectLanguage } from '@memora/language/detect';
import { LANGUAGES, registerStemmers, stemWord } from '@memora/language/stems';
import { chunksOf } from '@memora/language/text';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL_STEMMERS } from './all-stemmers.ts';
import { tokenise } from './tokenise.ts';

registerStemmers(ALL_STEMMERS);

const terms = (text: string, language = detectLanguage(text).language) =>
  tokenise(text, language).map(({ term }) => term);
const meet = (question: string, text: string) => terms(question).some((term) => terms(text).includes(term));

describe('words', () => {
  test('are stemmed in the language of the text', () => {
    expect(terms('The claims were indexed and ranked')).toContain('claim');
    expect(terms('Die Häuser und die Kinder sind da')).toContain('haus');
    expect(terms('Команды и файлы в системе')).toContain('команд');
  });

  test('meet whatever their accents, case, width and normal form', () => {
    for (const [a, b] of [
      ['café', 'CAFE'],
      ['Müller', 'Mu\u0308ller'],
      ['ＡＢＣ', 'abc'],
      ['Straße', 'STRASSE'],
      ['smørrebrød', 'smorrebrod'],
      ['Ёлка', 'елка'],
    ] as const) {
      expect(meet(a, b), `${a} / ${b}`).toBe(true);
    }
  });

  test('know the stop words of their language', () => {
    const stops = (text: string) =>
      tokenise(text, detectLanguage(text).language)
        .filter(({ stop }) => stop)
        .map(({ word }) => word);
    expect(stops("What is the timeout? It isn't ours")).toEqual(['what', 'is', 'the', 'it', 'isnt', 'ours']);
    expect(stops('Wie ist der Name des Servers')).toEqual(
      expect.arrayContaining(['wie', 'ist', 'der', 'des']),
    );
    expect(stops('Which shell has the id that she’ll use?')).toEqual([
      'which',
      'has',
      'the',
      'that',
      'shell',
    ]);
  });

  test('meet in the word that irregular forms belong to', () => {
    expect(terms('bought', 'en')).toEqual(terms('buys', 'en'));
    expect(terms('ging', 'de')).toEqual(terms('gehen', 'de'));
  });

  test('of Greek are one with either sigma', () => {
    expect(terms('σκοπός', 'el')).toEqual(terms('ΣΚΟΠΟΣ', 'el'));
  });
});

describe('identifiers', () => {
  test('are found whole and by their parts', () => {
    expect(terms('snake_case')).toEqual(expect.arrayContaining(['snake', 'case', 'snake_case']));
    expect(terms('createRetriever')).toEqual(expect.arrayContaining(['creat', 'retriev', 'createretriever']));
    expect(terms('src/lexical/choose-terms.ts')).toEqual(expect.arrayContaining(['lexic', 'ts']));
    expect(meet('p53', 'the p53 pathway')).toBe(true);
    expect(meet('IL6', 'levels of IL-6')).toBe(true);
    expect(terms('C++ and C#')).toEqual(expect.arrayContaining(['c++', 'c#']));
  });

  test('of versions keep their numbers together and know their release line', () => {
    expect(terms('v1.2.3-rc.1')).toEqual(['1.2.3-rc.1', '1.2', '1.2.3']);
    expect(meet('version 1.2', 'released 1.2.7')).toBe(true);
    expect(meet('version 1.2', 'released 1.20.7')).toBe(false);
  });

  test('of numbers ignore the thousands separator and nothing else', () => {
    expect(terms('1,000')).toEqual(['1000']);
    expect(meet('1000', '1,000')).toBe(true);
    expect(meet('10.5', '105')).toBe(false);
  });
});

describe('scripts without spaces', () => {
  test('Chinese, Japanese and Korean are cut in pairs, Thai in threes', () => {
    expect(terms('机器学习')).toEqual(['机器', '器学', '学习', '习']);
    expect(terms('서울에서')).toEqual(['서울', '울에', '에서', '서']);
    expect(terms('ภาษาไทย')).toContain('ภาษ');
  });

  test('mix with words in one text', () => {
    expect(terms('Redisを使う')).toEqual(expect.arrayContaining(['redi', 'を使', '使う']));
  });
});

describe('dates', () => {
  test.each([
    ['2024-03-05', 'on March 5, 2024'],
    ['2024-03-05', '5. März 2024'],
    ['2024-03-05', 'le 5 mars 2024'],
    ['2024-03-05', '05.03.2024'],
    ['2024-03-05', '2024年3月5日'],
    ['2024-03-05', '5 марта 2024'],
    ['2024-03', 'in March 2024'],
    ['2024-q3', 'Q3 2024'],
  ])('%s is read from "%s"', (term, text) => {
    expect(terms(text)).toContain(term);
  });

  test('the years inside a range are terms of their own', () => {
    expect(terms('He worked there from 2003 to 2006')).toEqual(expect.arrayContaining(['~2004', '~2005']));
    expect(terms('2003–2006')).not.toContain('~2003');
  });
});

test('terms of any text hold no white space, quotation mark or control character, and keep the text joinable', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('en', 'de', 'ru', 'und'),
      (text, language) => {
        for (const { term } of tokenise(text, language as 'en')) {
          expect(term).toMatch(/^[^\s"\p{Cc}]+$/u);
        }
      },
    ),
    { numRuns: sampleOf(500) },
  );
});

test('the same text gives the same terms at any time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(terms(text)).toEqual(terms(text));
    }),
  );
});

describe('language', () => {
  test.each([
    ['en', 'Which of the claims is the one that was true?'],
    ['de', 'Welche der Aussagen ist wahr und wer hat sie gemacht?'],
    ['fr', 'Quelle est la personne qui a fait cela dans la ville ?'],
    ['es', 'Cuál es la persona que lo hizo en la ciudad?'],
    ['ru', 'Кто это сделал и что он хотел?'],
    ['nl', 'Wie heeft dat gedaan en wat is het voor een ding?'],
    ['und', 'Która z tych rzeczy jest właściwa i gdzie są źródła?'],
    ['und', '機械学習'],
  ])('%s: %s', (language, text) => {
    expect(detectLanguage(text).language).toBe(language);
  });
});

test('stems any word in any language without failing, and the same word the same way', () => {
  const words = [
    'сохранения',
    'кожен',
    'градът',
    'running',
    'Füße',
    'évènement',
    'üzümlü',
    'சொற்கள்',
    'ação',
    'x'.repeat(300),
  ];
  for (const language of LANGUAGES) {
    for (const word of words) expect(stemWord(word, language)).toBe(stemWord(word, language));
  }
  expect(stemWord('сохранения', 'bg')).toBe('сохранения');
});

test('text of ASCII is cut by a pattern of its own in the same places', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(chunksOf(`${text} é`)).toEqual([...chunksOf(text), 'é']);
    }),
  );
});

test('reads several of an abbreviation as the abbreviation', () => {
  expect(terms('APIs', 'en')).toEqual(terms('API', 'en'));
  expect(terms('the PDFs', 'en')).toEqual(terms('the PDF', 'en'));
  expect(terms('MyURLs', 'en')).toContain('url');
  expect(terms('XMLHttpRequest', 'en')).toEqual(['xml', 'http', 'request', 'xmlhttprequest']);
});

test('tells a word from the stop word that its stem is', () => {
  expect(terms('used using uses use', 'en')).toEqual(['use', 'use', 'use', 'use']);
  expect(terms('us', 'en')).toEqual(['us']);
  expect(terms('one on ones', 'en')).toEqual(['one', 'on', 'one']);
});

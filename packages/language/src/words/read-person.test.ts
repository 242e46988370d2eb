import { describe, expect, it } from 'vitest';
import { readPerson } from './read-person.ts';

describe('the person that a sentence is about', () => {
  it.each([
    ['I live in Berlin.', 'en', 'speaker'],
    ['i prefer pnpm over npm', 'en', 'speaker'],
    ["I'm a nurse.", 'en', 'speaker'],
    ['Ich wohne in Berlin.', 'de', 'speaker'],
    ['Yo vivo en Lisboa.', 'es', 'speaker'],
    ["J'habite à Lyon.", 'fr', 'speaker'],
    ['Je travaille à Lyon.', 'fr', 'speaker'],
    ['Je woont in Utrecht.', 'nl', 'addressee'],
    ['Io vivo a Roma.', 'it', 'speaker'],
    ['Ik woon in Utrecht.', 'nl', 'speaker'],
    ['Eu moro no Porto.', 'pt', 'speaker'],
    ['Я живу в Москве.', 'ru', 'speaker'],
    ['私は東京に住んでいます。', 'ja', 'speaker'],
    ['我住在北京。', 'zh', 'speaker'],
    ['You live in Berlin.', 'en', 'addressee'],
    ['Du wohnst in Berlin.', 'de', 'addressee'],
    ['あなたは東京に住んでいます。', 'ja', 'addressee'],
    ['你住在北京。', null, 'addressee'],
    ['Я живу в Москве.', null, 'speaker'],
  ] as const)('of %s (%s) is the %s', (sentence, language, person) => {
    expect(readPerson(sentence, () => language)).toBe(person);
  });

  it.each([
    ['I libri sono qui.', 'it'],
    ['You can install it with npm.', 'en'],
    ['You should rotate the key.', 'en'],
    ["You'll see a window.", 'en'],
    ['Vous pouvez installer le paquet.', 'fr'],
    ['我们住在北京。', 'zh'],
    ['我的电脑坏了。', 'zh'],
    ['Ida lives in Berlin.', 'en'],
    ['Ichthys is a fish.', 'en'],
    ['Yoga is calm.', 'es'],
    ['If I move, I sell it.', 'en'],
    ['I live in Berlin.', null],
    ['', 'en'],
  ] as const)('of %s (%s) is nobody in particular', (sentence, language) => {
    expect(readPerson(sentence, () => language)).toBeNull();
  });

  it('asks for the language only of a sentence that begins with a pronoun of one', () => {
    const asked: string[] = [];
    const read = (sentence: string) =>
      readPerson(sentence, () => {
        asked.push(sentence);
        return 'en';
      });
    expect(read('The relay runs in Berlin.')).toBeNull();
    expect(asked).toEqual([]);
    expect(read('Je woont in Utrecht.')).toBeNull();
    expect(read('I live in Utrecht.')).toBe('speaker');
    expect(asked).toEqual(['Je woont in Utrecht.', 'I live in Utrecht.']);
  });
});

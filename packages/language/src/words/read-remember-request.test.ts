import { describe, expect, it } from 'vitest';
import { readRememberRequest } from './read-remember-request.ts';

describe('readRememberRequest', () => {
  it.each([
    ['Remember that I prefer pnpm over npm.', 'I prefer pnpm over npm.'],
    ['Please remember: the relay runs in Lisbon.', 'the relay runs in Lisbon.'],
    ['please remember to always run the tests before a commit', 'always run the tests before a commit'],
    ["Don't forget that Mara is on leave in May.", 'Mara is on leave in May.'],
    ['Keep in mind that my sister is allergic to nuts.', 'my sister is allergic to nuts.'],
    ['Merk dir bitte, dass ich Tee trinke.', 'ich Tee trinke.'],
    ['Vergiss nicht: der Zug fährt um neun.', 'der Zug fährt um neun.'],
    ['Recuerda que vivo en Madrid.', 'vivo en Madrid.'],
    ["Souviens-toi que j'habite à Lyon.", "j'habite à Lyon."],
    ['Rappelle-toi qu’il part lundi.', 'il part lundi.'],
    ['Ricordati che lavoro da casa.', 'lavoro da casa.'],
    ['Onthoud dat ik in Utrecht woon.', 'ik in Utrecht woon.'],
    ['Lembre-se de que moro no Porto.', 'moro no Porto.'],
    ['Запомни, что я живу в Казани.', 'я живу в Казани.'],
    ['私はベルリンに住んでいることを覚えておいてください。', '私はベルリンに住んでいる'],
    ['请记住：我住在柏林。', '我住在柏林。'],
  ])('reads %s', (sentence, asked) => {
    expect(readRememberRequest(sentence)).toBe(asked);
  });

  it.each([
    'Remember when we met in Oslo?',
    'Do you remember that place?',
    'I remember that the relay ran in Oslo.',
    'Remember me to your sister.',
    'Ich merke mir Namen schlecht.',
    'Note the change in the parser.',
    'Recuerdo que vivía en Madrid.',
    'Он помнит, что было вчера.',
    '我记得那个地方。',
    'The word remember is a verb.',
    '',
  ])('reads nothing of %s', (sentence) => {
    expect(readRememberRequest(sentence)).toBeNull();
  });
});

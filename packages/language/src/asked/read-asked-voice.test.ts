import { describe, expect, it } from 'vitest';
import { readAskedVoice, withoutAddress } from './read-asked-voice.ts';

describe('readAskedVoice', () => {
  it.each([
    'Where did I grow up?',
    'Can you suggest a hotel for my trip to Miami?',
    'What time do I wake up on Tuesdays?',
    'How long have my parents been staying with me?',
    'Any ideas for dinner with friends?',
    'Wie heißt meine Katze?',
    '¿Cuál es mi editor favorito?',
    'Quel est mon éditeur préféré ?',
    'Qual è il mio editor preferito?',
    'Wat is mijn favoriete editor?',
    'Qual é o meu editor favorito?',
    'Как зовут мою кошку и где мы живём?',
    '我的猫叫什么名字?',
    '私の猫の名前は何ですか?',
  ])('%s is about the user', (question) => {
    expect(readAskedVoice(question)).toBe('user');
  });

  it.each([
    'Can you remind me of the video you recommended?',
    'Which cartoon did you mention in our last chat?',
    'What were the three books you had suggested for my trip?',
    'Welches Buch hast du mir empfohlen?',
    '¿Qué libro me recomendaste?',
    "Quel livre m'as-tu conseillé, et tu m'as dit pourquoi ?",
    'Что ты советовал для поездки?',
    '你推荐的书是哪一本?',
  ])('%s is about what the assistant said', (question) => {
    expect(readAskedVoice(question)).toBe('assistant');
  });

  it.each([
    'How do I install the CLI?',
    'Can I exclude files?',
    'Wie kann ich Dateien ausschließen?',
    'Who created Foam?',
    'What does the US version of the relay do?',
    '',
  ])('%s is about neither', (question) => {
    expect(readAskedVoice(question)).toBeNull();
  });
});

describe('withoutAddress', () => {
  it.each([
    ['Which book did you recommend for cold showers?', 'Which book for cold showers?'],
    ['Can you suggest a hotel for my trip to Miami?', 'a hotel for my trip to Miami?'],
    ['Can you remind me of the Soviet cartoon you mentioned?', 'the Soviet cartoon ?'],
    ['Where do I live?', 'Where do I live?'],
    ['Where do my parents live at the moment?', 'Where do my parents live ?'],
    ['Which book do I read now?', 'Which book do I read ?'],
    ['Wo wohnen meine Eltern jetzt?', 'Wo wohnen meine Eltern ?'],
    ['How do I now get there?', 'How do I now get there?'],
    ['Remind me.', 'Remind me.'],
  ])('of %s leaves %s', (question, left) => {
    expect(withoutAddress(question)).toBe(left);
  });
});

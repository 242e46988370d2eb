import { expect, test } from 'vitest';
import { isToldIn, readAskedLanguage } from './told-language.ts';

const TEXTS = {
  en: 'Use xargs or parallel. It is very powerful. Note that you can control how many items execute per line as well as parallelism.',
  de: 'Benutze xargs oder parallel. Es ist sehr mächtig. Beachte, dass man steuern kann, wie viele Einträge in einer Zeile ausgeführt werden.',
  fr: 'Utilisez xargs ou parallel. C’est un outil très puissant. Notez que vous pouvez contrôler le nombre d’éléments qui sont exécutés par ligne.',
  pt: 'Use xargs ou parallel. Estes são muito poderosos. Note que você pode controlar como os vários itens são executados por linha, assim como o paralelismo.',
  ru: 'Не забывайте использовать xargs или parallel. Это очень мощная штука. Обратите внимание, что вы можете контролировать количество команд.',
  sl: 'Uporabite xargs (ali parallel). Je zelo močan. Bodite pozorni, da lahko kontrolirate, kolikokrat izvršite na vrstico kot tudi paralelnost.',
  ja: '`xargs` または `parallel` を使おう。とても強力だ。行ごとに実行する項目数や並列度を制御できる。',
  zh: '使用 xargs 或 parallel。他們非常強大。注意到你可以控制每行參數的個數和最大並行數。',
};
const QUESTIONS = {
  en: [
    'what does xargs do?',
    'Is there a Windows section?',
    'Who wrote this?',
    'how to find big files',
    'tool for json',
  ],
  de: ['Wie benutze ich xargs mit einer Datei?', 'Gibt es hier etwas für Windows?', 'Was macht xargs?'],
  fr: ['Que fait la commande xargs dans une ligne ?'],
  ru: ['Что делает xargs?'],
  ja: ['xargs とは何ですか'],
  zh: ['xargs 有什么用'],
};

const asked = (question: string) => {
  const found = readAskedLanguage(question);
  if (found === null) throw new Error(`no language seen in ${question}`);
  return found;
};

test.each(
  Object.entries(QUESTIONS).flatMap(([of, questions]) => questions.map((each) => [each, of] as const)),
)('%j is answered by texts in %s, and by no other', (question, of) => {
  for (const [told, text] of Object.entries(TEXTS)) {
    const is = isToldIn(text, asked(question));
    if (told === of) expect(is, told).not.toBe(false);
    else expect(is, told).not.toBe(true);
  }
  // Languages with letters of their own, or with small words that are known, are told apart.
  for (const told of ['en', 'de', 'fr', 'ru', 'zh'] as const)
    if (told !== of && !(of === 'ja' && told === 'zh'))
      expect(isToldIn(TEXTS[told], asked(question)), told).toBe(false);
});

test('knows a language that has no small words here by its letters', () => {
  expect(isToldIn(TEXTS.sl, asked('what does xargs do?'))).toBe(false);
});

test.each(['xargs', ''])('sees no language in %j', (question) => {
  expect(readAskedLanguage(question)).toBeNull();
});

test('says nothing of a text of a few words, of code and of none', () => {
  for (const text of ['Port 8080', 'find . -name x | xargs grep y', '', '`a` `b` `c`'])
    expect(isToldIn(text, asked('what does xargs do?'))).toBeNull();
});

/** The person that a sentence's subject refers to: its speaker or its addressee. */
export type Person = 'speaker' | 'addressee';

interface PersonWords {
  readonly speaker: RegExp;
  readonly addressee: RegExp;
}

const opening = (words: string, not = '(?!)'): RegExp =>
  new RegExp(`^(?:${words})(?=[\\s'’])(?!\\s*(?:${not})(?!\\p{L}))`, 'iu');

/*
 * Pronouns that begin a sentence. After the addressee's pronoun, verbs of advice say what anybody may do: "You can install it with npm" says nothing about the
 * person. Languages that drop pronouns are read only if a pronoun is present.
 */
const WORDS: Readonly<Record<string, PersonWords>> = {
  en: {
    speaker: opening('i'),
    addressee: opening(
      'you',
      "can|could|can't|cannot|should|shouldn't|must|may|might|need|want|will|won't|would|['’]ll|['’]d|have to|don't|do not|get|see",
    ),
  },
  de: {
    speaker: opening('ich'),
    addressee: opening('du', 'kannst|könntest|solltest|musst|darfst|willst|wirst'),
  },
  es: {
    speaker: opening('yo'),
    addressee: opening('tú|usted', 'puedes?|podrías?|debes?|deberías?|tienes? que'),
  },
  fr: {
    speaker: opening('je|j'),
    addressee: opening('tu|vous', 'peux|pouvez|pourrais|pourriez|dois|devez|devriez|devrais'),
  },
  it: { speaker: opening('io'), addressee: opening('tu', 'puoi|potresti|devi|dovresti') },
  nl: { speaker: opening('ik'), addressee: opening('je|jij|u', 'kunt|kan|kun|moet|zou|mag|wilt') },
  pt: {
    speaker: opening('eu'),
    addressee: opening('você|tu', 'podes?|poderias?|deves?|deverias?|precisas?'),
  },
};

const BY_LETTERS: readonly PersonWords[] = [
  { speaker: opening('я'), addressee: opening('ты|вы', 'можете|можешь|могли|должны|должен|должна|сможете') },
  { speaker: /^(?:私|僕|俺|わたし|ぼく|おれ)[はが]/u, addressee: /^あなた[はが]/u },
  {
    speaker: /^我(?![们們的们])(?=\p{Script=Han})/u,
    addressee: /^[你您](?![们們的]|可以|应该|應該|需要|能|得)(?=\p{Script=Han})/u,
  },
];

const OF_ANY = Object.values(WORDS).flatMap(({ speaker, addressee }) => [speaker, addressee]);

/**
 * The person that a sentence's subject refers to, if the sentence begins with an unambiguous pronoun; null for every other sentence. `languageOf` returns the
 * sentence's language, because "je" is a different person in French and Dutch; it is called only if a pronoun opens the sentence.
 */
export function readPerson(sentence: string, languageOf: () => string | null): Person | null {
  const text = sentence.replace(/^[\s"'“‘«(*_]+/u, '');
  const language = OF_ANY.some((pronoun) => pronoun.test(text)) ? languageOf() : null;
  const known = language === null ? undefined : WORDS[language];
  for (const { speaker, addressee } of known === undefined ? BY_LETTERS : [known, ...BY_LETTERS]) {
    if (speaker.test(text)) return 'speaker';
    if (addressee.test(text)) return 'addressee';
  }
  return null;
}

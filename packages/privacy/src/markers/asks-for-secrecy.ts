/** A value that was meant as a band, without punctuation. */
const BAND =
  /^(?:privacy |memora |band |level |is |top |very )*(?:secrets?|sekret|secrit|scret|confidential|classified)(?: (?:true|yes|on|1))?$/u;
/** Keys that ask for secrecy when they are set. */
const KEY = /^(?:is |note |memora )*(?:secret|private|confidential|classified|sensitive|privacy)$/u;
const SET = /^(?:true|yes|on|y|1|x)$/u;
const MOST_CHARACTERS = 2_000;

/**
 * True for a line of frontmatter that may have been meant to make the note secret, in the form of other
 * programs or in other words: `classification: secret`, `tags: [secret]`, `private: true`, `# privacy:
 * secret`. False for a valid `privacy` line.
 */
export function asksForSecrecy(line: string): boolean {
  const [, key = '', value = line] = /^([^:=]*)[:=](.*)$/su.exec(line.slice(0, MOST_CHARACTERS)) ?? [];
  const plainKey = plain(key);
  if (KEY.test(plainKey) && SET.test(plain(value))) return true;
  if (BAND.test(plain(line)) || BAND.test(plain(value))) return true;
  return value.split(/[,[\]{}"']/u).some((item) => BAND.test(plain(item)));
}

/** The words of a text in lower case with one space between them; camel case is split. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

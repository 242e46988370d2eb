import { getCiphers, getHashes } from 'node:crypto';
import { allMatches, matchAtWords } from '@memora/language/text';
import { type Finding, findByPattern } from '../finding.ts';
import { isNoPlaceholder, QUOTES } from '../no-placeholder.ts';
import { findNearLabel } from './find-near-label.ts';
import { findTokens } from './find-tokens.ts';

const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,20000}?(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|$)/g;
const URL_PASSWORD = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,80}:(?<value>[^\s@/]{1,200})@/gi;

/** Words for a password, key or code, by language; {@link isCredentialValue} judges the text after them. */
const WORDS = [
  'passwords?|passwd|pwd|pass ?phrase|pass ?code|pin(?: code)?|api[ _-]?(?:key|token)|(?:access|secret|auth|bot|refresh)[ _-]?(?:access[ _-]?)?(?:key|token)|client[ _-]?secret|(?:recovery|backup|security|unlock|door|gate|alarm) code|cvv|cvc|wi-?fi key|master key|login',
  'passw(?:o|ö)rt|kennwort|geheimzahl|zugangscode|wlan-?schlüssel|türcode',
  "mot de passe|mdp|code (?:secret|pin|d’accès|d'accès)|clé (?:api|wifi|secrète)",
  'contraseña|clave(?: secreta| de acceso| del wifi)?|código (?:secreto|pin|de acceso)',
  "password del|parola d'ordine|chiave (?:api|segreta)|codice (?:segreto|pin)",
  'senha|palavra-passe|chave (?:api|secreta)',
  'wachtwoord|pincode|toegangscode|hasło|kod pin|lösenord|adgangskode|passord|salasana|heslo|jelszó|parolă|parola|şifre|κωδικός',
  'пароль|пин-?код|код доступа|ключ api|密码|密碼|口令|パスワード|暗証番号|비밀번호|รหัสผ่าน|סיסמה|كلمة (?:السر|المرور)|पासवर्ड',
].join('|');
/**
 * A sign between a label and its value; the emphasis or the tag of the label may end after the sign, as in
 * `**Password:** …`. `password:: …` is a field of Obsidian.
 */
const SIGN = '\\s{0,3}(?::=|=>|::?|=|：|＝|->|→|\\|)(?:[*_]{1,3}(?=\\s)|</[a-z]{1,10}>)?\\s{0,3}';
const JOINT = `(?:${SIGN}|\\s{1,3}(?:is|was|now|ist|lautet|war|est|était|es|era|è|é|is nu|to|jest|är|er|on|это|—|-|–|है)(?:\\s{1,3}now|\\s{1,3}jetzt)?(?::|\\s)\\s{0,3}|は\\s?|是|为|：)`;
const VALUE =
  '(?<value>"[^"\\n]{3,80}"|\'[^\'\\n]{3,80}\'|`[^`\\n]{3,80}`|„[^“\\n]{3,80}“|«[^»\\n]{3,80}»|「[^」\\n]{3,80}」|“[^”\\n]{3,80}”|[^\\s"\'`,;|，。、]{3,120})';
const LABELLED = new RegExp(
  // An underscore may precede it (`DB_PASSWORD`), but `last_login` is not a word for a password.
  `(?<![\\p{L}\\p{N}])(?!(?<=_)login)(?:${WORDS})(?:\\s(?:for|of|to|für|fürs|zum|pour|para|per|de|del|du|des|da|do|von|vom|voor|till|do|от|для)(?:\\s[\\p{L}\\p{N}.'’-]{1,24}){1,4})?(?:["'*_\`]{0,3}|</[a-z]{1,10}>)(?<joint>${JOINT})${VALUE}`,
  'giu',
);
/**
 * A name in capitals that ends in a word for a password: `PGPASSWORD=…`. The shortest words are left out,
 * because other names end in them too.
 */
const JOINED = new RegExp(
  `(?<![\\p{L}\\p{N}_])[A-Z][A-Z0-9_]{1,60}(?![A-Z0-9_])(?<=[A-Z0-9](?:${WORDS.toUpperCase()}))(?<!PIN|PWD|LOGIN)["'*_\`]{0,3}(?<joint>${SIGN})${VALUE}`,
  'gu',
);
// Latin and Cyrillic words must be whole words: no `pin` in `ping`. Other scripts have no spaces between words.
const LETTER = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}]';
const MENTIONED = new RegExp(
  `(?<!${LETTER})(?:${WORDS})(?!${LETTER})[^.!?。！？\\n]{0,30}?(?<value>\`[^\`\\n]{4,80}\`)`,
  'giu',
);

/** "unlocks with the password Vr!jd4g0Zon#22": only a line break or two in between, and the next text is not a word. */
const BARE = new RegExp(`(?<!${LETTER})(?:${WORDS})\\s{1,4}(?<value>[^\\s"'\`,;|]{8,64})`, 'giu');

const inWords = matchAtWords([{ pattern: LABELLED }, { pattern: BARE }, { pattern: MENTIONED }]);

/**
 * Keys, tokens and passwords: tokens of a known shape, PEM keys, passwords in URLs, and values that prose
 * names as one of these.
 */
export function* findCredentials(text: string): Iterable<Finding> {
  const found = inWords(text);
  yield* findTokens(text);
  yield* findByPattern(text, PRIVATE_KEY, {
    kind: 'private-key',
    dataClass: 'restricted',
    reason: 'a private key block',
  });
  const inUrl = { kind: 'password', dataClass: 'restricted', reason: 'a password inside a URL' } as const;
  if (text.includes('://')) yield* findByPattern(text, URL_PASSWORD, inUrl, isUrlPassword);
  const named = {
    kind: 'password',
    dataClass: 'restricted',
    reason: 'a value labelled as a password, key or code',
  } as const;
  for (const finding of findByPattern(
    text,
    [...found.all(0), ...allMatches(text, JOINED)],
    named,
    (value, match) =>
      isCredentialValue(value, match.groups?.['joint'] ?? '', match[0]) &&
      !isWrittenAsCode(value, match, text),
  )) {
    yield trimmed(text, finding);
  }
  for (const finding of findByPattern(
    text,
    found.all(1),
    named,
    (value) => isStrong(value) && isCredentialValue(value, '', value),
  )) {
    yield trimmed(text, finding);
  }
  for (const finding of findByPattern(
    text,
    found.all(2),
    named,
    (value) => isCredentialValue(value, ':', value) && looksMadeUp(value.replace(QUOTES, '')),
  )) {
    yield trimmed(text, finding);
  }
  for (const range of findNearLabel(text, isLikePassword, isLabel))
    yield trimmed(text, { ...named, ...range });
}

/** True for a strong password that is not an address, a placeholder or code. */
function isLikePassword(word: string): boolean {
  return isStrong(word) && isCredentialValue(word, '', word) && looksMadeUp(word.replace(QUOTES, ''));
}

/** A label in place of a password is a placeholder: `smb://user:password@server`. */
const LABEL = new RegExp(`^(?:${WORDS})$`, 'iu');

function isUrlPassword(value: string): boolean {
  const plain = value.replace(/[\\\]]/g, '');
  return plain.length > 4 && isNoPlaceholder(plain) && !LABEL.test(plain);
}

/**
 * True if the value looks like part of a listing and not like a password: a path, a label (also
 * `passwd(1ssl)`), a command, a part of a compound (`MD5`-encrypted), a user name, the text of the next line,
 * the first word of an expression.
 */
function isWrittenAsCode(raw: string, match: RegExpExecArray, text: string): boolean {
  const value = raw.replace(QUOTES, '');
  const joint = match.groups?.['joint'] ?? '';
  if (isPath(value) || isLabel(value)) return true;
  // `Password::Hash`: only letters, followed by `)` or a stop. `password::Moonh0rse!7` is a password.
  const isNameSign = (sign: string, i: number) =>
    isLetter(sign) || (i > value.length - 3 && (sign === ')' || sign === '.'));
  if (joint.endsWith('::') && raw === value && [...value].every(isNameSign)) return true;
  if (raw.startsWith('`') && (isCommand(value, match, text) || isSetting(value, match, text))) return true;
  const isPlainWord = [...value].every((sign) => sign.toLowerCase() !== sign.toUpperCase() || sign === '-');
  if (isMode(value)) return true;
  if (isPlainWord && match[0].slice(0, 5).toLowerCase() === 'login') return true;
  const at = match.index + match[0].lastIndexOf(raw) + raw.length;
  if (raw.startsWith('`') && text[at] === '-') return true;
  const end = text.indexOf('\n', at);
  const rest = text.slice(at, end === -1 ? text.length : end).trim();
  // A prompt and the output below it. A password alone on its line is still one.
  if (joint.includes('\n')) return isPlainWord || rest !== '';
  // `{x.strip() for x in f}`: the brace is closed after the space.
  const isOpened = value.startsWith('{') && !value.includes('}') && rest.includes('}');
  if (raw === value && isExpression(isOpened ? value.slice(1) : value)) return true;
  // `Pin: release a=testing`, `Pin: version 5.28*`: an expression. A passphrase consists only of words.
  if (!isPlainWord || raw !== value) return false;
  // `{ password: IDataType, // of the user`: the name of a type, on a line that ends as in a program. Outside an open brace, it is a password.
  const after = rest.slice(1).trimStart();
  const isLineOfCode = (rest[0] === ',' || rest[0] === ';') && (after === '' || after.startsWith('//'));
  if (isLineOfCode && hasInnerCapital(value) && isInBraces(text, match.index)) return true;
  const [next = ''] = rest.split(' ');
  const isVersion =
    (next.includes('.') || next === '*') && [...next].every((sign) => '0123456789.*'.includes(sign));
  return isVersion || next.includes('=');
}

/** How far back an open brace is searched for, in UTF-16 units. */
const LONGEST_LISTING = 2_000;

function isInBraces(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_LISTING), at);
  return before.lastIndexOf('{') > before.lastIndexOf('}');
}

/** Characters outside of `auth[1]` and `entry.getPassword()`: other punctuation, a digit outside brackets, a number of three digits, which is a year. */
const NO_EXPRESSION = /[^\p{L}\p{N}._()[\]]|\p{N}{3}|\p{N}(?![^[]*\])/u;

/** `entry.getPassword()`, `auth[1]`: a call or an index. */
function isExpression(value: string): boolean {
  if (NO_EXPRESSION.test(value)) return false;
  const ends = [value.indexOf('('), value.indexOf('[')].filter((at) => at > 0);
  if (ends.length === 0) return false;
  const name = value.slice(0, Math.min(...ends));
  return [...name].every((sign) => sign.toLowerCase() !== sign.toUpperCase() || sign === '.' || sign === '_');
}

function hasInnerCapital(word: string): boolean {
  return [...word].some((sign, i) => i > 0 && sign !== sign.toLowerCase()) && word !== word.toUpperCase();
}

/** Punctuation that closes a sentence or a quotation. */
const CLOSING = '.,;:!?”’»';

/** True if the value is itself a label, including one of a manual page: `passwd(1ssl)`. */
function isLabel(value: string): boolean {
  let end = value.length;
  while (end > 0 && CLOSING.includes(value[end - 1] ?? '')) end--;
  const [name = '', page = '1)'] = value.slice(0, end).split('(');
  const [digit = '', ...letters] = page.slice(0, -1);
  const isPage = page.endsWith(')') && digit >= '1' && digit <= '9' && letters.length < 4;
  return isPage && letters.every(isLetter) && LABEL.test(name);
}

/** The code that a value in code belongs to; empty if there is none. */
function codeBefore(match: RegExpExecArray, text: string): string {
  const end = match.index + match[0].indexOf('`');
  const code = text.slice(text.lastIndexOf('`', end - 1) + 1, end);
  return code.includes('\n') ? '' : code;
}

/** True if the value is a list item directly below the item that ends in the label. */
function isItemBelow(match: RegExpExecArray): boolean {
  const joint = match.groups?.['joint'] ?? '';
  return joint.includes('\n') && joint.trim() === '-';
}

/**
 * The name of a setting, if the label is code that names it. After the label `password`,
 * `EMAIL_HOST_PASSWORD` is such a name, because it ends in the label. As the item below
 * `EMAIL_HOST_PASSWORD`, `EMAIL_HOST_USER` is one, because it differs only in its last part. Elsewhere, words
 * in capitals are often passwords.
 */
function isSetting(value: string, match: RegExpExecArray, text: string): boolean {
  const parts = constantParts(value);
  const label = codeBefore(match, text);
  if (parts.length === 0 || label === '') return false;
  const named = constantParts(label);
  if (named.length > 0) return isItemBelow(match) && named.slice(0, -1).join() === parts.slice(0, -1).join();
  const joint = (match.groups?.['joint'] ?? '').trim();
  return (joint === '-' || joint === ':') && label.toUpperCase() === parts.at(-1);
}

/** The parts of a name in capitals with underscores; empty for any other spelling. */
function constantParts(value: string): readonly string[] {
  const parts = value.split('_');
  return parts.length > 1 && parts.every(isCapitals) ? parts : [];
}

function isCapitals(word: string): boolean {
  return word !== '' && [...word].every((sign) => sign >= 'A' && sign <= 'Z');
}

function isLetter(sign: string): boolean {
  return sign.toLowerCase() !== sign.toUpperCase();
}

/** `-rw-r--r--`: file permissions in a listing. */
function isMode(value: string): boolean {
  return (
    value.length === 10 && value.startsWith('-') && [...value].every((sign) => 'rwxsStT-'.includes(sign))
  );
}

let algorithms: ReadonlySet<string> | undefined;

/**
 * `AES-256-GCM`, `scram-sha-256`: a cipher or a hash that this Node has, by its whole name or after the SASL
 * mechanism that uses it. A passphrase may end in one.
 */
function isAlgorithm(value: string): boolean {
  algorithms ??= new Set(
    [...getCiphers(), ...getHashes()].map((name) => name.replaceAll('-', '').toLowerCase()),
  );
  const parts = value.toLowerCase().split('-');
  return algorithms.has(parts.slice(parts[0] === 'scram' ? 1 : 0).join(''));
}

/**
 * A command in code on a line of its own, named for a label and with an option (`htpasswd -c Filename`); or, as the item below `username/password`, code with
 * keywords in capitals between the same two words: `username IDENTIFIED BY password`.
 */
function isCommand(value: string, match: RegExpExecArray, text: string): boolean {
  const words = value.split(' ');
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (!(match.groups?.['joint'] ?? '').includes('\n')) return false;
  if (words.slice(1).some(isOption)) return NAMED_FOR_LABEL.test(first) && words.every(isPlainOrOption);
  const label = codeBefore(match, text);
  const keywords = words.filter((word) => word.length > 1 && isCapitals(word));
  const isSame = label !== last && label.startsWith(first) && label.endsWith(last);
  return isItemBelow(match) && keywords.length > 1 && isSame && LABEL.test(last);
}

const NAMED_FOR_LABEL = new RegExp(`\\p{L}(?:${WORDS})$`, 'iu');

function isPlainOrOption(word: string): boolean {
  return isOption(word) || [...word].every(isLetter);
}

/** `-c`, `-ivf`. */
function isOption(word: string): boolean {
  const [dash, ...letters] = word;
  return dash === '-' && letters.length > 0 && letters.length < 4 && letters.every(isLetter);
}

/** `/path/to`, `~/.ssh`, `C:\\keys`: only names between separators. */
function isPath(value: string): boolean {
  const [first = '', ...names] = value.split(/[\\/]/);
  const isRooted = first === '' || first === '~' || first === '.' || first === '..' || /^[A-Z]:$/.test(first);
  return isRooted && names.length > 0 && names.every((name) => /^[a-z\d._-]*$/.test(name));
}

const ORDINARY =
  /^(?:required|optional|none|null|undefined|empty|unknown|true|false|reset|changed?|expired|expires|stored|hashed|encrypted|wrong|correct|incorrect|invalid|valid|weak|strong|safe|secret|missing|forgotten|lost|see|the|a|an|not|too|in|on|at|very|same|still|also|kept|only|never|always|here|there|nicht|falsch|richtig|vergessen|geändert|oublié|requis|olvidada|incorrecta|errata|sbagliata|obrigatória|vereist|vergeten|wymagane|неверный|забыт|tbd|todo|n\/a|string|number|boolean|text|type|input|field|manager|policy|protected|based|your|my|our|his|her|their|this|that|ein|eine|der|die|das|le|la|les|un|une|el|una|het|een|et|und|and|or|oder)$/iu;

/** True if the text after a word for a password can be one: quoted, mixed, or a lone word right after a colon. */
function isCredentialValue(raw: string, joint: string, whole: string): boolean {
  const quoted = /^["'`„«「“]/.test(raw);
  const value = raw
    .replace(QUOTES, '')
    .replace(/[.,;:!?)\]*_"'`“”»」。、]+$/u, '')
    .trim();
  if (value.length < 3 || !isNoPlaceholder(value) || ORDINARY.test(value)) return false;
  if (/^(?:https?:\/\/|\[\[|\$|<|%[A-Z]|\{\{|process\.env)/i.test(value)) return false;
  const isPin = /^\d{3,12}$/.test(value.replace(/[-\s]/g, ''));
  if (isPin)
    return !/^(?:19|20)\d{2}$/.test(value) || /pin|code|cvv|cvc|código|暗証|пин|geheimzahl/i.test(whole);
  const isMixed = /\d/.test(value) ? /[\p{L}\p{S}\p{P}]/u.test(value) : /[!@#$%^&*?+=~]/.test(value);
  if (isMixed) return !/^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(value) && !/^v?\d+(?:\.\d+)+$/.test(value);
  if (quoted) return true;
  // A single word after `=>` may as well be the body of a function.
  const direct = /[:=：＝]|是|は/.test(joint) && !joint.includes('=>');
  return direct && value.length >= 5 && !/^\p{Lu}?\p{Ll}+(?:ed|ing|tion|ung|ción|able)$/u.test(value);
}

/** True if text near a word for a password can be one, and is not a command, a path, a key to press or a name in code. */
function looksMadeUp(value: string): boolean {
  if (isAlgorithm(value)) return false;
  if (/\s|^[~./-]|[(){}[\]]|[\w-]+\/[\w-]|^(?:ctrl|cmd|alt|shift|meta)[+-]/iu.test(value)) return false;
  return /\p{L}/u.test(value) ? /[\d!@#$%^&*?+=]/u.test(value) : /^\d{4,12}$/.test(value);
}

/** True if it contains small letters, capitals, digits and symbols: a password and not a word. */
function isStrong(value: string): boolean {
  return /\p{Ll}/u.test(value) && /\p{Lu}/u.test(value) && /\d/.test(value) && /[!@#$%^&*?+=~]/.test(value);
}

/** The finding without quotation marks and closing punctuation. */
function trimmed(text: string, finding: Finding): Finding {
  let { start, end } = finding;
  if (/["'`„«「“]/.test(text[start] ?? '')) start++;
  while (end > start + 1 && /[.,;:!?)\]"'`“»」”。、]/.test(text[end - 1] ?? '')) end--;
  return { ...finding, start, end };
}

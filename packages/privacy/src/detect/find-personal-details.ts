import { matchAtWords } from '@memora/language/text';
import { type Finding, findByPattern } from './finding.ts';

const DATE =
  '(?:\\d{1,4}\\s?[./-]\\s?\\d{1,2}\\s?[./-]\\s?\\d{1,4}|\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?\\s(?:de\\s|of\\s)?\\p{L}{3,12}\\.?,?\\s(?:de\\s)?\\d{4}|\\p{L}{3,12}\\.?\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s\\d{4}|\\d{4}\\s?年\\s?\\d{1,2}\\s?月\\s?\\d{1,2}\\s?日|\\d{4}년\\s?\\d{1,2}월\\s?\\d{1,2}일)';
const BIRTH = new RegExp(
  `(?:\\b(?:born|birth ?day|birth ?date|date of birth|d\\.?o\\.?b\\.?|b-day|geboren|geb\\.|geburtstag|geburtsdatum|née?|naissance|anniversaire|nacid[oa]|nacimiento|cumpleaños|nat[oa]|nascita|compleanno|nascid[oa]|nascimento|aniversário|geboortedatum|verjaardag|ur\\.|urodz\\w*|född|fødselsdato|född|syntynyt|narozen\\w*|született|doğum\\w*)|родил\\p{L}*|рождени\\p{L}*|生年月日|生日|出生|誕生日|생년월일)[^\\n\\d]{0,24}?(?<value>${DATE})`,
  'giu',
);

const STREETS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])\d{1,5}[A-Za-z]?,? (?:(?:[NSEW]|North|South|East|West)\.? )?(?:\p{Lu}[\p{L}'’.-]{1,24} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Terrace|Square|Crescent|Close|Way|Grove|Gardens|Mews)\b\.?(?:,? (?:Apt|Flat|Unit|Suite|#)\.? ?\w{1,6})?/gu,
  /(?<![\p{L}])\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm|(?<=(?:[^f]er|stadt|hansa|dom|nord|süd|ost|west|park|burg|wall|ch))ring|straat|laan|plein|gracht|kade|gatan|vägen|gade|vej|veien|katu|[ns]tie)\s\d{1,4}\s?[a-zA-Z]?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}])(?:Am|An der|Auf der|Im|In der|Unter den|Zum|Alte|Neue|Lange|Große|Kleine)\s(?:\p{Lu}[\p{L}-]{1,24}\s){1,2}\d{1,4}\s?[a-z]?(?=,|\s?\n|\s\d{5}|\.)/gu,
  /(?<![\p{L}\p{N}])\d{1,4}(?:\s?(?:bis|ter))?,?\s(?:rue|avenue|av\.|boulevard|bd|place|impasse|allée|chemin|quai|cours)\s(?:de\s|du\s|des\s|de la\s|de l['’]|d['’])?[\p{L}'’ -]{2,40}?(?=,|\.|\n|$|\s\d{5}|\s(?:à|au|depuis|et))/giu,
  /(?<![\p{L}])(?:Calle|C\/|Avda\.?|Avenida|Paseo|Plaza|Carrera|Camino)\s(?:de\s|del\s|de la\s|de los\s)?[\p{L}'’ .-]{2,40}?,?\s(?:n[º°.]\s?)?\d{1,4}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}])(?:Via|Viale|Piazza|Corso|Vicolo|Largo|Strada)\s(?:del\s|della\s|dei\s|di\s)?[\p{L}'’ .-]{2,40}?,?\s\d{1,4}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}])(?:Rua|(?<=(?:^|[\n,:;(]\s?|\bna\s))R\.|Avenida|Av\.|Travessa|Praça|Alameda)\s(?:do\s|da\s|dos\s|das\s|de\s)?[\p{Script=Latin}'’ .-]{2,40}?,?\s(?:n[º°.]\s?)?\d{1,5}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}])(?:ul\.|ulica|al\.|aleja|pl\.)\s\p{Lu}[\p{L} .-]{2,40}?\s\d{1,4}(?:\/\d{1,4})?[a-z]?(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}])(?:ул\.|улица|пр\.|проспект|пер\.|пр-т|наб\.|площадь)\s?[\p{L} .-]{2,40}?,?\s(?:д\.\s?)?\d{1,4}(?:,?\sкв\.?\s?\d{1,4})?/giu,
  /\p{Script=Han}{2,3}[都道府県]?\p{Script=Han}{1,6}[市区町村][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,10}\s?\d{1,3}(?:丁目|[－−-]\d{1,4})[\d番地号－−-]*/gu,
  /\p{Script=Han}{2,6}[市区县][\p{Script=Han}]{1,10}[路街道巷]\s?\d{1,5}\s?[号弄]/gu,
];

const PAY =
  /(?:\b(?:salary|wages?|income|earns?|paycheck|net worth|take-home(?: pay)?|gehalt|nettogehalt|bruttogehalt|jahresgehalt|verdient?e?|verdiene|lohn|einkommen|salaire|gagne|revenus?|rémunération|sueldo|salario|gana|ingresos|nómina|stipendio|guadagn\p{L}+|reddito|salário|ganha|ordenado|salaris|verdient|inkomen|pensja|wynagrodzenie|zarabia\p{L}*|lön|palkka|plat)|зарплат\p{L}*|оклад\p{L}*|зарабатыва\p{L}*|工资|薪水|月薪|年薪|給料|年収|月給|연봉|월급)[^\n\d]{0,32}?(?<value>(?:[$€£¥₹]|USD|EUR|GBP|CHF|SEK|PLN|R\$|kr\.?)\s?\d{1,3}(?:[.,' \u00a0\u202f]?\d{3})*(?:[.,]\d{1,2})?(?:\s?(?:k|K|тыс\.?|万|만|(?:[$€£¥₹₽元円원]|USD|EUR|GBP|CHF|SEK|PLN|zł|kr|euros?|dollars?|руб\p{L}*)(?![\p{L}]))+)?|\d{1,3}(?:[.,' \u00a0\u202f]?\d{3})*(?:[.,]\d{1,2})?\s?(?:k|K|тыс\.?|万|만|(?:[$€£¥₹₽元円원]|USD|EUR|GBP|CHF|SEK|PLN|zł|kr|euros?|dollars?|руб\p{L}*)(?![\p{L}]))+)/giu;

/** Field names whose values are always personal, by language. */
const FIELDS: readonly (readonly [kind: string, labels: string])[] = [
  [
    'identity-document',
    "passport(?: no\\.?| number| #)?|driver['’]?s? licen[cs]e(?: no\\.?| number)?|id(?:entity)? card(?: no\\.?| number)?|national id|tax id|ssn|social security(?: no\\.?| number)?|reisepass(?:nummer)?|pass-?nr\\.?|ausweis(?:nummer|-nr\\.?)?|führerschein(?:nummer)?|steuer-?(?:id|nummer|identifikationsnummer)|sozialversicherungsnummer|(?:n[°º] (?:de )?)?passeport(?: n[°º])?|carte d['’]identité|permis de conduire|numéro de sécu(?:rité sociale)?|pasaporte(?: n[°º.])?|dni|nie|carn[eé] de conducir|número de la seguridad social|passaporto(?: n[°º.])?|carta d['’]identità|patente|codice fiscale|passaporte|bilhete de identidade|cpf|nif|paspoort(?:nummer)?|rijbewijs(?:nummer)?|bsn|dowód osobisty|paszport|pesel|паспорт(?: №)?|снилс|инн|护照(?:号码?)?|身份证(?:号码?)?|パスポート番号|マイナンバー|여권번호|주민등록번호",
  ],
  [
    'family',
    "mother['’]s maiden name|maiden name|geburtsname|mädchenname|nom de jeune fille|apellido de soltera|cognome da nubile|nome de solteira|meisjesnaam|девичья фамилия|旧姓",
  ],
  [
    'account',
    'account (?:no\\.?|number)|bank account|routing number|sort code|kontonummer|konto-?nr\\.?|numéro de compte|número de cuenta|numero di conto|número da conta|rekeningnummer|numer konta|номер счёта|номер счета|银行账号|卡号|口座番号|계좌번호',
  ],
  [
    'address',
    '(?:home |postal |billing )?address|wohnhaft|anschrift|adresse|adres|domicile|dirección|domicilio|indirizzo|morada|endereço|адрес|住址|地址|住所|주소',
  ],
];
const FIELD_PATTERNS = FIELDS.map(
  ([kind, labels]) =>
    [
      kind,
      new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${labels})["'*_]{0,3}(?:\\s?(?::{1,2}|=|：|\\|)[^\\S\\n]{0,3}|\\s(?:is|ist|est|es|è|é|lautet|это)\\s|は)["'*]{0,3}(?<value>[^\\n|;"]{3,80})`,
        'giu',
      ),
    ] as const,
);

const inWords = matchAtWords(FIELD_PATTERNS.map(([, pattern]) => ({ pattern })));

/** Values that are restricted because of the name of their field: document and account numbers. */
export function findRestrictedFields(text: string): Iterable<Finding> {
  return findFields(text, true);
}

/** Birth dates, street addresses, pay, and values that are personal because of the name of their field. */
export function* findPersonalDetails(text: string): Iterable<Finding> {
  // Compiling these patterns takes longer than all other rules for a short text.
  if (/\d/.test(text)) yield* findNumbered(text);
  yield* findFields(text, false);
}

/** Matches of patterns that all need a digit. */
function* findNumbered(text: string): Iterable<Finding> {
  const birth = { kind: 'birth-date', dataClass: 'pii', reason: 'a date next to a word for birth' } as const;
  yield* findByPattern(text, BIRTH, birth);
  const address = { kind: 'address', dataClass: 'pii', reason: 'a street with a house number' } as const;
  for (const pattern of STREETS) yield* findByPattern(text, pattern, address, isHouse);
  const pay = { kind: 'pay', dataClass: 'pii', reason: 'an amount of money next to a word for pay' } as const;
  yield* findByPattern(text, PAY, pay);
}

function* findFields(text: string, areNumbers: boolean): Iterable<Finding> {
  const found = inWords(text);
  for (const [i, [kind]] of FIELD_PATTERNS.entries()) {
    const isNumber = kind === 'identity-document' || kind === 'account';
    if (isNumber !== areNumbers) continue;
    const dataClass = isNumber ? 'restricted' : 'pii';
    const field = { kind, dataClass, reason: 'the value of a field that is personal by its name' } as const;
    for (const finding of findByPattern(
      text,
      found.all(i),
      field,
      (value) => !isNumber || (value.match(/\d/g)?.length ?? 0) >= 3,
    )) {
      yield cut(
        text,
        finding,
        isNumber ? /[,;]\s|\.\s|\s(?:and|und|et|y|e|expires|valid|gültig)\s/u : /\.\s|;\s/u,
      );
    }
  }
}

/** False if the number is a year, or if `Corso` or a similar word names a course: `Corso HTML 5`. */
function isHouse(value: string): boolean {
  if (/^\d/.test(value)) return true;
  return !/(?<![,\d])\s(?:19|20)\d{2}$/.test(value) && !/^Corso .*\b\p{Lu}{2,}\b/u.test(value);
}

/** The value up to the stop pattern, without closing punctuation. */
function cut(text: string, finding: Finding, stop: RegExp): Finding {
  const value = text.slice(finding.start, finding.end);
  const until = value.search(stop);
  const kept = (until > 2 ? value.slice(0, until) : value).replace(/[\s.,;:*_]+$/u, '');
  return { ...finding, end: finding.start + kept.length };
}

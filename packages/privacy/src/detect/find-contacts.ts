import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { type Finding, findByPattern } from './finding.ts';

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_])?@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/gu;
const SPELT_EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._-]{0,62}\s{0,2}[([{]\s?(?:at|ät|arroba|chez)\s?[)\]}]\s{0,2}[\p{L}\p{N}-]{1,60}\s{0,2}(?:[([{]\s?(?:dot|punkt|punto|point|ponto)\s?[)\]}]|\.)\s{0,2}\p{L}{2,24}(?![\p{L}\p{N}])/giu;

/** Digits grouped as in telephone numbers, seven to fifteen of them. */
const PHONE =
  /(?<![\p{L}\p{N}.,:/#€$£=_-]|\d[ -])(?:\+|00)?\(?\d{1,5}\)?(?:[ \u00a0.\u2011/-]{0,3}\(?\d{1,5}\)?){1,7}(?![\p{L}\p{N}%€$£_]|[.,:/-]\d)/gu;
const PHONE_WORD =
  /(?:\b(?:tel(?:efon|ephone|éfono|efono|efoon|efone|efonnummer)?|phone|mobile|mobil|cell|call(?: me)?|ring|text|sms|whats ?app|signal|fax|handy|festnetz|rückruf|ruf|anruf|portable|tél(?:éphone)?|appelle[rz]?|joignable|móvil|movil|celular|llama(?:r|me)?|cellulare|chiama(?:re|mi)?|telemóvel|ligar|mobiel|bel(?:len)?|komórk\w*|zadzwo\w*|numer|nummer|puhelin|telefonnummer|hotline|reach (?:me|him|her|us))|тел(?:ефон)?\.?|звони\w*|моб\w*|电话|電話|手机|手機|携帯|전화|휴대폰|הטלפון|טלפון|هاتف|फ़ोन)[^\d\n]{0,24}$/iu;
/** National number formats that need no word next to them. */
const NATIONAL = [
  /^\(\d{3}\) ?\d{3}[-. ]\d{4}$/,
  /^(?:1[-. ])?\d{3}[-.]\d{3}[-.]\d{4}$/,
  /^0[1-9](?:[ .]\d{2}){4}$/,
  /^0\d{2,5}[ /-]{1,3}\d{3,4}[ -]?\d{3,5}$/,
  /^07\d{3} \d{3} ?\d{3}$/,
  /^0\d{1,3}-\d{3,4}-\d{3,4}$/,
  /^8 ?\(\d{3}\) ?\d{3}-\d{2}-\d{2}$/,
];

/** E-mail addresses, including spelt-out ones, and telephone numbers. */
export function* findContacts(text: string): Iterable<Finding> {
  const email = { kind: 'email', dataClass: 'pii', reason: 'an e-mail address' } as const;
  yield* findByPattern(text, EMAIL, email, (value, match) => {
    const after = text[match.index + value.length];
    // `git@host.org:path` names a repository, `name@1.2.x` a package, `user@host.png` a picture.
    return (
      !(after === ':' && /^(?:git|hg|svn)@/i.test(value)) &&
      !/\.(?:png|jpe?g|gif|svg|webp|pdf|js|ts|md)$/i.test(value) &&
      !/^(?:example|your[._-]?(?:name|email)|someone)@/i.test(value)
    );
  });
  yield* findByPattern(text, SPELT_EMAIL, email);
  const phone = { kind: 'phone', dataClass: 'pii', reason: 'a telephone number' } as const;
  yield* findByPattern(text, PHONE, phone, (value, match) =>
    isPhone(value.trim(), text.slice(Math.max(0, match.index - 40), match.index)),
  );
}

function isPhone(value: string, before: string): boolean {
  const digits = value.replace(/\D/g, '');
  if (digits.length < 6 || digits.length > 15 || /^(\d)\1+$/.test(digits)) return false;
  if (/^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./](?:\d{2}|\d{4})$/.test(value)) return false;
  if (/(?:19|20)\d{2}[-./](?:0[1-9]|1[0-2])[-./](?:0[1-9]|[12]\d|3[01])/.test(value)) return false;
  if (/^(?:19|20)\d{2} ?[-/] ?(?:19|20)\d{2}$/.test(value)) return false;
  if (value.startsWith('+') || value.startsWith('00')) {
    const international = `+${digits.replace(/^00/, '')}`;
    return (
      parsePhoneNumberFromString(international.replace(/^(\+\d{1,3})0(?=\d{6,})/, '$1'))?.isPossible() ===
        true || parsePhoneNumberFromString(international)?.isPossible() === true
    );
  }
  if (PHONE_WORD.test(before)) return !/^\d{1,3}(?:\.\d{3})+$/.test(value);
  return digits.length >= 9 && digits.length <= 12 && NATIONAL.some((pattern) => pattern.test(value));
}

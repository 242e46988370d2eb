import { QUANTIFIER_CLASS, UNIQUE } from '@memora/language/words';
import type { Frame } from './frame.ts';
import type { StatementToken } from './statement-token.ts';
import { tokeniseStatement } from './tokenise-statement.ts';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const PLACE =
  /^(?<subject>.+?)は(?<object>.+?)に(?:(?<yes>ある|あります|いる|います)|(?<no>ない|ありません|いません))$/u;
const USE =
  /^(?<subject>.+?)[はが](?<object>.+?)を(?<verb>使っ|利用し|使用し)(?:て(?:(?<yes>いる|います|る)|(?<no>いない|いません)))$/u;
const COPULA =
  /^(?<subject>.+?)は(?<object>.+?)(?:(?<no>では?(?:ありません|ない|なかった)|じゃ(?:ない|ありません))|(?<yes>です|でした|だ|である))$/u;
const VERB =
  /^(?<subject>.+?)[はが](?<object>.+?)(?:(?<no>(?:し|されて|して)?(?:ません|ない|いません|いない))|(?<yes>(?:し|されて|して)?(?:ます|います|いる|する)))$/u;

const SHAPES = [
  [USE, { name: 'use', values: 'many' }],
  [PLACE, { name: 'be-at', values: 'one' }],
  [COPULA, { name: 'be', values: 'unknown' }],
  [VERB, { name: 'do', values: 'many' }],
] as const;

/** Reads the plain shapes of a Japanese sentence: X は Y です, X は Y にあります, X は Y を使っています, X は Y ます. */
export function readJapaneseFrame(text: string): Frame | null {
  if (!KANA.test(text)) return null;
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/[。．.!！]+$/u, '');
  for (const [shape, relation] of SHAPES) {
    const groups = shape.exec(plain)?.groups;
    if (groups === undefined) continue;
    const subject = tokeniseStatement(groups['subject'] ?? '').filter(({ key }) => !PARTICLES.has(key));
    const object = tokeniseStatement(groups['object'] ?? '').filter(({ key }) => !PARTICLES.has(key));
    if (subject.length === 0 || object.length === 0) return null;
    const single =
      relation.name === 'be' && (object.some(isValue) || subject.some(({ key }) => UNIQUE.has(key)));
    return {
      subject,
      relation: single ? { name: 'be', values: 'one' } : relation,
      object,
      negated: groups['no'] !== undefined,
      denied: [],
      quantifier: QUANTIFIER_CLASS.get(subject[0]?.key ?? '') ?? null,
      modal: null,
      indefinite: false,
      event: false,
    };
  }
  return null;
}

const PARTICLES = new Set(['の', 'この', 'その', 'あの', 'が', 'を', 'に', 'で', 'と', 'も']);

/** A number, a date, a time or a day of the week: a subject has one of those at a time. */
function isValue(token: StatementToken): boolean {
  return token.kind !== 'word' || /^[月火水木金土日]曜日?$/u.test(token.key);
}

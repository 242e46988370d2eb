import { negatorsWithin, UNSPACED_CLASSES } from '../tokens/unspaced-lexicon.ts';
import type { AlignedPair, DriftFinding } from './aligned-pair.ts';
import type { DriftToken } from './read-drift-tokens.ts';
import type { Hunk } from './read-hunks.ts';

/** What says less than the other, or the same. */
const WEAKER = new Set(['all many', 'all some', 'many some', 'some many']);
const CONDITION = /如果|若是|假如|除非|もし|場合|ならば|限り|ถ้า|หาก/u;

/** The classes of words that may not change, in scripts without spaces: there a word is a run of characters. */
export function compareCharacters({ said, known, hunks }: AlignedPair): DriftFinding[] {
  if (!known.some(({ unspaced }) => unspaced)) return [];
  const found: DriftFinding[] = [];
  for (const hunk of joined(hunks, said, known)) {
    const [ours, theirs] = [
      around(said, hunk.saidAt, hunk.said.length),
      around(known, hunk.knownAt, hunk.known.length),
    ];
    const add = (rule: DriftFinding['rule']) =>
      found.push({ rule, said: hunk.said[0] ?? null, known: hunk.known[0] ?? null, decisive: true });
    if (
      hunk.edge === null &&
      negatorsWithin(ours).length % 2 !== negatorsWithin(theirs).length % 2 &&
      touches(hunk)
    )
      add('negator');
    for (const [kind, classes] of Object.entries(UNSPACED_CLASSES)) {
      const mine = classIn(textOf(hunk.said), ours, classes);
      const other = classIn(textOf(hunk.known), theirs, classes);
      if (mine === null || other === null || mine === other || WEAKER.has(`${other} ${mine}`)) continue;
      add(kind === 'comparator' ? 'comparison' : (kind as DriftFinding['rule']));
    }
  }
  for (const hunk of hunks) {
    const add = (rule: DriftFinding['rule']) =>
      found.push({ rule, said: hunk.said[0] ?? null, known: hunk.known[0] ?? null, decisive: true });
    const [mine, other] = [textOf(hunk.said), textOf(hunk.known)];
    if (areOpposite(mine, other)) add('comparison');
    if (OR.test(other) && !OR.test(textOf(said)) && AND.test(mine)) add('join');
    if (SURNAME.test(mine) && SURNAME.test(other) && ![...mine].some((each) => other.includes(each)))
      add('name');
  }
  const saying = SAYING.exec(textOf(known));
  if (saying !== null && !SAYING.test(textOf(said)))
    found.push({ rule: 'attribution', said: null, known: known[0] ?? null, decisive: true });
  const condition = known.findIndex((_, k) => CONDITION.test(textOf(known.slice(k, k + 2))));
  if (
    condition !== -1 &&
    !CONDITION.test(textOf(said)) &&
    hunks.some((hunk) => hunk.known.includes(known[condition] as DriftToken) && hunk.known.length > 3)
  )
    found.push({ rule: 'condition', said: null, known: known[condition] ?? null, decisive: true });
  return found;
}

/** What two characters say against each other where one stands in the place of the other. */
const OPPOSITES = [
  '轻重',
  '輕重',
  '軽重',
  '大小',
  '多少',
  '高低',
  '长短',
  '長短',
  '快慢',
  '早晚',
  '贵贱',
  '強弱',
  '强弱',
  '新旧',
  '新舊',
  '上下',
  '左右',
  '内外',
  '前后',
  '前後',
  '男女',
  '増減',
];
const OR = /或|または|又は|あるいは|もしくは/u;
const AND = /和|与|及|并|と|および|、/u;
/** The commonest surnames of Chinese, and a given name. */
const SURNAME =
  /^[王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂].{1,2}$/u;
/** Who says so, at the start of a sentence. */
const SAYING =
  /^(?:据|據).{1,10}?[说說称稱]|^.{1,10}?(?:によると|によれば|いわく|曰く)|^.{1,6}(?:说|說|声称|聲稱|认为|認為)[，,：:]?/u;

function areOpposite(one: string, other: string): boolean {
  return one.length === 1 && OPPOSITES.some((pair) => pair === one + other || pair === other + one);
}

/** Hunks with one character between them: 有些 and 所有 share one. */
function joined(hunks: readonly Hunk[], said: readonly DriftToken[], known: readonly DriftToken[]): Hunk[] {
  const all: Hunk[] = [];
  for (const hunk of hunks) {
    const last = all.at(-1);
    const between = last === undefined ? 2 : hunk.saidAt - last.saidAt - last.said.length;
    if (last === undefined || between > 1 || last.known.length + hunk.known.length > 4) all.push(hunk);
    else {
      const { saidAt, knownAt, edge } = last;
      all[all.length - 1] = {
        said: said.slice(saidAt, hunk.saidAt + hunk.said.length),
        known: known.slice(knownAt, hunk.knownAt + hunk.known.length),
        saidAt,
        knownAt,
        edge,
      };
    }
  }
  return all;
}

/** A negator lies in what differs, and not only beside it. */
function touches({ said, known }: Hunk): boolean {
  return negatorsWithin(textOf(said)).length !== negatorsWithin(textOf(known)).length;
}

/** The class that stands in a hunk, or reaches into it by a character. */
function classIn(own: string, near: string, classes: readonly (readonly [string, RegExp])[]): string | null {
  for (const [name, pattern] of classes) if (pattern.test(own)) return name;
  if (own === '') return null;
  for (const [name, pattern] of classes) if (pattern.test(near)) return name;
  return null;
}

function around(tokens: readonly DriftToken[], at: number, length: number): string {
  return textOf(tokens.slice(Math.max(0, at - 1), at + length + 1));
}

function textOf(tokens: readonly DriftToken[]): string {
  return tokens.map(({ text }) => text).join('');
}

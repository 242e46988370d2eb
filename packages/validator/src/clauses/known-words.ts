import { readText, type TextReading } from '../reading/text-reading.ts';
import { areDifferentLanguages, languageOf } from '../words/language-of.ts';
import { hasTerm, indexTerms, readTerms, type TermIndex } from '../words/read-terms.ts';
import { isLabelWord } from './clause-words.ts';

/** How many content words a stretch of a statement has, and how many of them the evidence has. */
export interface Coverage {
  readonly words: number;
  readonly known: number;
}

/** A content word of a statement. */
export interface KnownTerm {
  readonly start: number;
  readonly end: number;
  readonly known: boolean;
}

/** The words of the evidence of one statement, read when they are first asked for. */
export interface KnownWords {
  readonly cover: (text: string) => Coverage;
  /** The content words of a text in order, each with whether the evidence has it. */
  readonly termsOf: (text: string) => readonly KnownTerm[];
  /** The share of the evidence's own content words that a text uses up, 0–1. */
  readonly useUp: (text: string) => number;
  /** True where a text is surely written in another language than all of the evidence. */
  readonly isForeign: (text: string) => boolean;
}

/** Says where a statement is from: that is what its marker says. Words of other languages are labels. */
const OWN: readonly string[] = [
  'it turns out(?: that)?|based on (?:what you wrote|your (?:notes?|documents?|files?|vault))|in your (?:notes|documents|files|vault)',
  '(?:deinen|ihren|euren|den) (?:notizen|unterlagen|dokumenten|dateien) zufolge|in (?:deinen|ihren|euren) (?:notizen|unterlagen|dokumenten|dateien) steht',
  "d['’]après (?:vos|tes|les) (?:notes|documents|fichiers)|de acuerdo con (?:tus|sus|las) (?:notas|documentos|archivos)",
  'de acordo com (?:as |os )?(?:suas|tuas|seus|teus|notas) ?(?:notas|documentos|arquivos|ficheiros)?',
  'stando (?:ai|alle) (?:tuoi|suoi|vostri|tue|sue|vostre) (?:appunti|note|documenti|file)|volgens (?:je|uw|de) (?:notities|documenten|bestanden)',
  '(?:судя по|согласно) (?:вашим|твоим) (?:заметкам|записям|документам)|(?:not|belge|dosya)lar[ıi]n[ıi]z?[ae] göre|notlar[ıi]n[ıi]za göre',
  '(?:あなたの)?(?:メモ|ノート|資料|記録|文書)(?:に(?:よると|よれば)|では)',
  '(?:根据|根據|据|據)(?:你|您)?的?(?:笔记|筆記|资料|資料|记录|記錄|文件|文档)(?:显示|記載|记载)?',
];
/** Words and grammar alike: a sentence may have no other letters. */
const HIRAGANA_RUN = /(?<![\u3040-\u30ff\u3400-\u9fff])[\u3041-\u309f]{5,}(?![\u30a0-\u30ff\u3400-\u9fff])/gu;
const PIECE = 2;
const ATTRIBUTION = new RegExp(`^[\\s*_"“「]*(?:${OWN.join('|')})`, 'iu');

/** Takes the cited spans, and what stands around them. */
export function createKnownWords(
  spans: readonly TextReading[],
  beside: () => string | TextReading,
): KnownWords {
  let read: readonly TextReading[] | undefined;
  const evidence = () => {
    read ??= [...spans, readText(beside())];
    return read;
  };
  let indexes: readonly TermIndex[] | undefined;
  const termsOf = (text: string): KnownTerm[] => {
    const terms: { start: number; end: number; known: boolean }[] = [];
    const said = text.replace(ATTRIBUTION, (lead) => ' '.repeat(lead.length));
    for (const term of readTerms(said)) {
      const { start, end } = term;
      if (isLabelWord(text.slice(start, end))) continue;
      indexes ??= evidence().map(({ termIndex }) => termIndex);
      terms.push({ start, end, known: hasTerm(indexes, term) });
    }
    let runs = 0;
    for (const { 0: run, index } of said.matchAll(HIRAGANA_RUN)) {
      runs++;
      for (let i = 0; i + PIECE <= run.length; i += PIECE) {
        const piece = run.slice(i, i + PIECE);
        const [start, end] = [index + i, index + i + PIECE];
        terms.push({ start, end, known: evidence().some(({ text }) => text.includes(piece)) });
      }
    }
    if (runs > 0) terms.sort((a, b) => a.start - b.start);
    return terms;
  };
  return {
    termsOf,
    cover: (text) => {
      const terms = termsOf(text);
      return { words: terms.length, known: terms.filter(({ known }) => known).length };
    },
    useUp: (text) => {
      const used = [indexTerms(readTerms(text))];
      let words = 0;
      let found = 0;
      for (const { terms } of spans) {
        words += terms.length;
        for (const term of terms) if (hasTerm(used, term)) found++;
      }
      return words === 0 ? 1 : found / words;
    },
    isForeign: (text) => {
      const own = languageOf(text);
      const texts = evidence().filter((each) => /\p{L}/u.test(each.text));
      return texts.length > 0 && texts.every(({ language }) => areDifferentLanguages(own, language));
    },
  };
}

import type { ClaimDocument } from '@memora/claims';
import { detectLanguage } from '../tokenise/detect-language.ts';
import type { Language } from '../tokenise/languages.ts';
import { tokenise } from '../tokenise/tokenise.ts';
import { hashedTerm } from './hashed-term.ts';
import { type FieldTerms, LEXICAL_FIELDS } from './lexical-fields.ts';

export interface DocumentTerms {
  readonly language: Language;
  readonly fields: FieldTerms;
}

/**
 * The terms a claim is indexed under. The language is that of the claim with its context, so that a heading of two words
 * is stemmed like the text below it. Of a secret claim only hashed terms are left, sorted and each once per field, so
 * that not even their order is stored.
 */
export function documentTerms(document: ClaimDocument): DocumentTerms {
  const { language } = detectLanguage(
    [document.text, document.before, document.after, document.noteTitle, ...document.headingPath].join('\n'),
  );
  const terms = (text: string, keepStopWords = true) =>
    tokenise(text, language)
      .filter(({ stop }) => keepStopWords || !stop)
      .map(({ term }) => term);
  const statement = [document.subject, document.predicate, document.object ?? ''].join(' \n ');
  const fields: FieldTerms = {
    statement: terms(statement),
    span: terms(document.text),
    title: terms(document.noteTitle),
    heading: terms(document.headingPath.join(' \n ')),
    alias: terms(document.aliases.join(' \n ')),
    near: terms(`${document.before} \n ${document.after}`, false),
  };
  const { hashToken } = document;
  if (document.band === 'secret' && !hashToken) return { language: 'und', fields: mapFields(() => []) };
  if (!hashToken) return { language, fields };
  const hashed = (field: readonly string[]) =>
    [...new Set(field.map((term) => hashedTerm(term, hashToken)))].sort();
  return { language: 'und', fields: mapFields((field) => hashed(fields[field])) };
}

function mapFields(terms: (field: keyof FieldTerms) => readonly string[]): FieldTerms {
  return Object.fromEntries(LEXICAL_FIELDS.map((field) => [field, terms(field)])) as unknown as FieldTerms;
}

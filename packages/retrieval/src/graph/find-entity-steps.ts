import type { GraphReader } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import type { SnippetReader } from '../retrieve/snippet-of.ts';
import { MOST_OF_A_NOTE } from './claims-of-note.ts';
import type { StepFinder } from './graph-source.ts';

/** Maximum number of claims read about the objects of all claims together. */
const MOST_ABOUT = 256;
/** A name shared by more notes than this identifies none of them. */
export const MOST_BEARERS = 3;
const MOST_NAMES = 128;
const LONGEST_NAME = 4;
/**
 * Words that may be a name by themselves: they begin with a capital or contain a digit. Other names need two words, because a title of one lower-case word is
 * an ordinary word.
 */
const NAME_WORD = /^[\p{Lu}\p{N}][\p{L}\p{M}\p{N}'’.&-]*$/u;

/** Steps from a claim to the claims of notes whose title or alias occurs in its text, and to claims about its object. */
export function createEntitySteps(graph: GraphReader, readSnippets: SnippetReader): StepFinder {
  return async (keys) => {
    const snippets = await readSnippets(keys);
    const rows = await graph.rowsByKey([...snippets.keys()]);
    const said = rows.map(({ key, note, object }) => ({
      key,
      note,
      names: namesIn(snippets.get(key) ?? ''),
      thing: object === null ? null : normaliseTerm(object),
    }));
    const [bearers, about] = await Promise.all([
      graph.notesNamed([...new Set(said.flatMap(({ names }) => names))]),
      graph.claimsAbout([...new Set(said.flatMap(({ thing }) => thing ?? []))], MOST_ABOUT),
    ]);
    const notesByName = Map.groupBy(bearers, ({ name }) => name);
    const claimsByThing = Map.groupBy(about, ({ name }) => name);
    const reached = said.map(({ key, note, names, thing }) => {
      const bearing = names
        .map((name) => notesByName.get(name) ?? [])
        .filter((notes) => notes.length <= MOST_BEARERS);
      const notes = new Set(bearing.flat().map((each) => each.note));
      notes.delete(note);
      return { key, notes, claims: (claimsByThing.get(thing ?? '') ?? []).map((each) => each.key) };
    });
    const everyNote = [...new Set(reached.flatMap(({ notes }) => [...notes]))];
    const claimsByNote = await graph.claimsOfNotes(everyNote, MOST_OF_A_NOTE);
    return reached.flatMap(({ key: from, notes, claims }) => {
      const keysReached = new Set([...notes].flatMap((note) => claimsByNote.get(note) ?? []).concat(claims));
      keysReached.delete(from);
      return [...keysReached].map((to) => ({ from, to, strength: 1 }));
    });
  };
}

/**
 * Returns the possible note names in a text: words that begin with a capital, and any adjacent words. For a long text, capitalised ones come
 * first. Text in double brackets is skipped, because a link already identifies its note.
 */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  const others = new Set<string>();
  let run: string[] = [];
  const close = () => {
    for (const [start, first] of run.entries()) {
      const isName = NAME_WORD.test(first);
      for (let end = start + (isName ? 1 : 2); end <= Math.min(run.length, start + LONGEST_NAME); end++)
        (isName ? names : others).add(normaliseTerm(run.slice(start, end).join(' ')));
    }
    run = [];
  };
  const [before = '', ...links] = text.split('[[');
  const parts = [before, ...links.map((link) => link.slice(link.indexOf(']]') + 1))];
  for (const part of parts) {
    for (const piece of part.split(/[\s[\]|]+/u)) {
      const word = piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
      if (word === '') continue;
      run.push(word);
      // Punctuation ends a name: "in Lisbon. Ines" is two names.
      if (/[.,;:!?)]$/u.test(piece)) close();
    }
    close();
  }
  return [...new Set([...names, ...others])].filter((name) => name.length > 1).slice(0, MOST_NAMES);
}

import type { Memory } from '@memora/engine';

/** Minimum number of notes that must name a thing; fewer may be chance. */
const FEWEST_NOTES = 3;
const LONGEST_NAME = 40;

/** A name with the paths of the notes that mention it. */
export interface NamedThing {
  readonly name: string;
  readonly notes: readonly string[];
}

/** The people and things that several notes mention, the most frequent first. Names that only secret places mention are left out. */
export async function listNames(entities: Memory['entities']): Promise<readonly NamedThing[]> {
  return (
    (await entities.list())
      // A name that also occurs with an article is a common noun.
      .filter(
        ({ aliases, notes, name }) =>
          aliases.length === 0 && notes.length >= FEWEST_NOTES && name.length <= LONGEST_NAME,
      )
      .map(({ name, notes }) => ({ name: name.charAt(0).toLocaleUpperCase() + name.slice(1), notes }))
  );
}

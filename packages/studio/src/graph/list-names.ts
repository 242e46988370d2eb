import type { Memory } from '@memora/engine';

/** Fewer notes name a thing by chance. */
const FEWEST_NOTES = 3;
const LONGEST_NAME = 40;

/** A name with the paths of the notes that speak of it. */
export interface NamedThing {
  readonly name: string;
  readonly notes: readonly string[];
}

/** The people and things that several notes speak of, the most named first. None that only secret places name. */
export async function listNames(entities: Memory['entities']): Promise<readonly NamedThing[]> {
  return (
    (await entities.list())
      // Whatever has an article before it too is a thing of everyday language, and no name.
      .filter(
        ({ aliases, notes, name }) =>
          aliases.length === 0 && notes.length >= FEWEST_NOTES && name.length <= LONGEST_NAME,
      )
      .map(({ name, notes }) => ({ name: name.charAt(0).toLocaleUpperCase() + name.slice(1), notes }))
  );
}

import type { GraphReader } from '@memora/claims';
import { MOST_OF_A_NOTE } from './claims-of-note.ts';
import type { StepFinder } from './graph-source.ts';

/** Maximum number of backlinking notes that are followed for one question, in order. */
const MOST_LINKS = 512;

/** Steps from a claim to the claims of the notes it links to, and to the claims that link to its note. */
export function createLinkSteps(graph: GraphReader): StepFinder {
  return async (keys) => {
    const [linked, linking] = await Promise.all([
      graph.notesLinkedBy(keys),
      graph.linksToNotesOf(keys, MOST_LINKS),
    ]);
    const claims = await graph.claimsOfNotes([...new Set(linked.map(({ note }) => note))], MOST_OF_A_NOTE);
    const there = linked.flatMap(({ from, note }) =>
      (claims.get(note) ?? []).map((to) => ({ from, to, strength: 1 })),
    );
    return [...there, ...linking.map(({ from, to }) => ({ from, to, strength: 0.5 }))];
  };
}

/** The arguments with which the canary suite of a team's server calls the agents' tools. */

/** Occurs only in secret spans, and in a private note of Ben's. */
export const SECRET = 'c4n4rysecret';
export const PRIVATE = 'c4n4ryprivate';
export const WAIT = { wait_ms: 30_000 };

export interface Driven {
  readonly noteId: string;
  readonly path: string;
  readonly claimId: string;
}

/** Calls of a tool whose example would reveal too little, including calls with the canaries' names. */
export const CALLS: Readonly<Record<string, (known: Driven) => readonly Record<string, unknown>[]>> = {
  memora_query: () => [
    { query: 'code of the Heron', k: 50 },
    { query: SECRET },
    { query: PRIVATE, wait_for: 'user:1' },
  ],
  memora_query_cited: () => [{ query: 'What is the code of the Heron?' }, { query: `Who is ${PRIVATE}?` }],
  memora_verify_answer: ({ claimId }) => [{ text: `The code is 12 [claim:${claimId}].` }],
  memora_verify_claim: ({ claimId }) => [{ claim_id: claimId }, { claim_id: '0000000000000000' }],
  memora_get_note: ({ noteId, path }) =>
    [noteId, path, 'gone', '_memora/birds/_atlas.md', '_memora/world_map.md', '@me/_memora/world_map.md'].map(
      (id) => ({ id }),
    ),
  memora_get_atlas: () => [{ region: 'birds' }, { region: 'gone' }],
  memora_capture: () => [
    { region: 'birds', summary: 'Wren', body: 'The wren is small.', ...WAIT },
    { region: '../out', summary: 'x', body: 'y' },
  ],
  memora_contradictions: () => [{}, { subject: 'Heron' }],
  memora_update_note: ({ path }) => [
    { path, text: 'all anew', version: 1 },
    { path, text: 'x', version: 99 },
  ],
  memora_decide: ({ claimId }) => [
    { verb: 'forget', id: claimId, reason: 'no' },
    { verb: 'resolve', id: 'gone', reason: 'no' },
  ],
  memora_remember: () => [
    { content: `The nest of the Heron is with ${SECRET}, as was said.`, privacy: 'secret', ...WAIT },
    { content: 'The Heron of the harbor nests in the mill.', ...WAIT },
    { content: SECRET, scope: 'workspace' },
  ],
  memora_supersede: () => [
    { id: SECRET, content: 'The Heron nests nowhere.' },
    { id: 'mem_000000000000', by: SECRET },
  ],
  memora_forget: () => [{ id: SECRET }, { id: 'mem_000000000000' }],
  memora_promote: () => [{ path: '@me/birds/gone.md' }, { path: '@me/../x.md' }],
};

import { createClaimId, fingerprint } from '@memora/core';
import type { CitableClaim } from '../contract/citable-claim.ts';

const encoder = new TextEncoder();

/** Notes in memory, and claims made from their words. */
export function createCitedNotes(textByPath: Readonly<Record<string, string>>) {
  const bytesByPath = new Map<string, Uint8Array>(
    Object.entries(textByPath).map(([path, text]) => [path, encoder.encode(text)]),
  );
  const claims = new Map<string, CitableClaim>();
  const reads: string[] = [];

  /** Stores the claim whose text is verbatim in a note (its `nth` occurrence), and returns its id. */
  function claim(
    notePath: string,
    words: string,
    extra: Partial<CitableClaim> & { nth?: number } = {},
  ): string {
    const { nth = 0, ...fields } = extra;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesByPath.get(notePath));
    let at = -1;
    for (let i = 0; i <= nth; i++) at = text.indexOf(words, at + 1);
    if (at === -1) throw new Error(`fixture: ${notePath} has no such words`);
    const start = encoder.encode(text.slice(0, at)).length;
    const spanBytes = encoder.encode(words);
    const id = createClaimId({
      noteId: notePath,
      subject: JSON.stringify(fields),
      predicate: '',
      object: null,
      spanBytes,
      occurrence: nth,
    });
    claims.set(id, {
      id,
      notePath,
      span: { start, end: start + spanBytes.length },
      fingerprint: fingerprint(spanBytes),
      ...fields,
    });
    return id;
  }

  return {
    claim,
    /** The marker of a new claim. */
    cite: (notePath: string, words: string, extra: Parameters<typeof claim>[2] = {}) =>
      `[claim:${claim(notePath, words, extra)}]`,
    claimsById: claims,
    reads,
    /** Replaces a note without updating the claims; `null` deletes it. */
    write: (path: string, text: string | Uint8Array | null) => {
      if (text === null) bytesByPath.delete(path);
      else bytesByPath.set(path, typeof text === 'string' ? encoder.encode(text) : text);
    },
    bytes: (path: string) => bytesByPath.get(path) as Uint8Array,
    ports: {
      claims: async (ids: string[]) =>
        new Map(ids.flatMap((id) => (claims.has(id) ? [[id, claims.get(id) as CitableClaim]] : []))),
      sources: async (path: string) => {
        reads.push(path);
        return bytesByPath.get(path) ?? null;
      },
    },
  };
}

/** A note of five sentences in two scripts, and a marker for each of them. */
export function citeSentences() {
  const notes = createCitedNotes({
    'a.md': 'Tea is hot. Ice is cold. Rent is 900 EUR. The limit is 10. 茶は熱いです。',
  });
  const markers = [
    'Tea is hot.',
    'Ice is cold.',
    'Rent is 900 EUR.',
    'The limit is 10.',
    '茶は熱いです。',
  ].map((words) => notes.cite('a.md', words));
  return { notes, markers };
}

import type { OriginalProof } from '@memora/ingest';
import { namesOriginal } from '@memora/ingest/originals';
import type { Vault } from '@memora/vault';
import type { NoteNames } from '../../privacy/name-notes.ts';
import { type DoctorCheck, fault, list, ok, warning } from './doctor-check.ts';

/** The dependencies of checking originals. */
interface OriginalsPorts {
  readonly vault: Vault;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly nameNotes: (paths: Iterable<string>) => Promise<NoteNames>;
  readonly signal?: AbortSignal;
}

/** Extracts every stored original again, and checks that the text of its notes is the extractor's result. */
export async function checkOriginals(
  { vault, readNote, nameNotes, signal }: OriginalsPorts,
  paths: Iterable<string>,
): Promise<DoctorCheck[]> {
  const pathsByStatus = new Map<OriginalProof['status'], string[]>();
  let edited = 0;
  const { openProver } = await import('@memora/ingest');
  await using prover = openProver(vault);
  for (const path of paths) {
    signal?.throwIfAborted();
    const bytes = await readNote(path);
    const proof = bytes === null || !namesOriginal(bytes) ? null : await prover.prove(bytes);
    if (proof === null) continue;
    pathsByStatus.set(proof.status, [...(pathsByStatus.get(proof.status) ?? []), path]);
    if (proof.status === 'proved' && proof.edits > 0) edited++;
  }
  const all = [...pathsByStatus.values()].flat();
  if (all.length === 0) return [];
  const nameOf = await nameNotes(all);
  const of = (...statuses: readonly OriginalProof['status'][]) =>
    statuses.flatMap((status) => pathsByStatus.get(status) ?? []);
  const [proved, false_, unknown] = [
    of('proved').length,
    of('changed', 'differs'),
    of('missing', 'other_extractor'),
  ];
  const sentence = `${proved} ${proved === 1 ? 'note matches its original' : 'notes match their originals'}`;
  return [
    ok('originals', edited === 0 ? sentence : `${sentence}; ${edited} of them with edits`),
    ...(false_.length === 0
      ? []
      : [
          fault(
            'originals',
            `extracted again, the originals differ from ${list(false_.map(nameOf))}`,
            'Ingest the sources again: memora ingest refresh --force.',
          ),
        ]),
    ...(unknown.length === 0
      ? []
      : [
          warning(
            'originals',
            `no longer there, or of another version of the reader: the originals of ${list(unknown.map(nameOf))}`,
            'Ingest the sources again: memora ingest refresh --force.',
          ),
        ]),
  ];
}

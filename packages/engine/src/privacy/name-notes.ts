import type { ClaimReader } from '@memora/claims';
import type { SecretCodec } from '@memora/privacy';
import { secretNoteName } from '../json/to-claim-json.ts';
import { meantAsOpen } from './meant-as-open.ts';
import { type BandSettings, readNoteBands } from './read-note-bands.ts';

/** The dependencies of naming notes. */
export interface NamePorts {
  readonly claims: Pick<ClaimReader, 'notes'>;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly codec: () => Promise<SecretCodec | undefined>;
  readonly settings: BandSettings;
}

/** Shows paths in the form for callers that may not read secret notes. */
export type NoteNames = (path: string) => string;

/**
 * Names notes: a secret one is `[redacted].md#` and an alias that is the same whenever it is named, made with
 * the vault's key. A file that is gone counts as it was indexed. A note that is secret only because its
 * frontmatter cannot be read, and whose frontmatter asks for `public` or `private`, keeps its name, because a
 * person must find it to repair it.
 */
export async function nameNotes(paths: Iterable<string>, ports: NamePorts): Promise<NoteNames> {
  const names = new Map<string, string>();
  let indexed: ReadonlySet<string> | null = null;
  for (const path of new Set(paths)) {
    const bytes = await ports.readNote(path).catch(() => null);
    indexed ??= bytes === null ? await indexedAsSecret(ports.claims) : null;
    const isSecret =
      bytes === null
        ? indexed?.has(path) === true
        : (await readNoteBands(bytes, path, ports.settings)).band === 'secret';
    if (!isSecret || (bytes !== null && (await meantAsOpen(bytes)))) continue;
    const alias = (await ports.codec())?.hashToken(`note ${path}`).slice(0, 8);
    names.set(path, secretNoteName(alias ?? 'secret'));
  }
  return (path) => names.get(path) ?? path;
}

async function indexedAsSecret(claims: NamePorts['claims']): Promise<ReadonlySet<string>> {
  const notes = await claims.notes().catch(() => []);
  return new Set(notes.filter(({ band }) => band === 'secret').map(({ path }) => path));
}

import { memoraPlace, readPlainText } from '@memora/privacy/files';
import type { ParsedNote } from '@memora/vault';
import { LINKS } from '../../privacy/names-of-ours.ts';
import { parseInTime } from '../../privacy/parse-in-time.ts';
import { nullIfCostly } from '../../privacy/read-note-bands.ts';
import { writePrivateFile } from '../consolidate/pages/private-file.ts';
import type { VaultFacts } from '../review/vault-facts.ts';

/** The links of a note to other notes; those of secret text are left out. */
export interface NoteLinks {
  /** BLAKE3 of the file they were read from. */
  readonly hash: string;
  readonly aliases: readonly string[];
  readonly targets: readonly { readonly target: string; readonly start: number; readonly end: number }[];
}

/** What reading links needs. */
interface LinkPorts {
  readonly vaultRoot: string;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly defaultBand: 'public' | 'private' | 'secret';
  /** Nothing is kept. */
  readonly dryRun: boolean;
  readonly signal?: AbortSignal | undefined;
}

const VERSION = 1;

/** The links of every note, cached while the note's bytes are unchanged. */
export async function readNoteLinks(
  { notes }: VaultFacts,
  ports: LinkPorts,
): Promise<Map<string, NoteLinks>> {
  const kept = readKept(ports.vaultRoot);
  const links = new Map<string, NoteLinks>();
  let changed = kept.size !== notes.length;
  for (const { path: notePath, contentHash } of notes) {
    ports.signal?.throwIfAborted();
    const known = kept.get(notePath);
    if (known?.hash === contentHash) {
      links.set(notePath, known);
      continue;
    }
    changed = true;
    const bytes = await ports.readNote(notePath);
    if (bytes === null) continue;
    const note = await parseInTime(bytes, { path: notePath, defaultBand: ports.defaultBand }).catch(
      nullIfCostly,
    );
    links.set(notePath, { hash: contentHash, ...(note === null ? NO_LINKS : linksOf(note)) });
  }
  if (changed && !ports.dryRun) {
    await writePrivateFile(
      ports.vaultRoot,
      [LINKS],
      `${JSON.stringify({ version: VERSION, notes: Object.fromEntries(links) })}\n`,
    );
  }
  return links;
}

/** How many other notes link to each note, by its path. */
export async function countLinks(
  { notes }: VaultFacts,
  links: ReadonlyMap<string, NoteLinks>,
): Promise<ReadonlyMap<string, number>> {
  const { createLinkResolver } = await import('@memora/vault');
  const resolver = createLinkResolver(
    notes.map(({ path }) => ({ path, aliases: links.get(path)?.aliases ?? [] })),
  );
  const from = new Map<string, Set<string>>();
  for (const { path } of notes) {
    for (const { target } of links.get(path)?.targets ?? []) {
      const to = resolver.resolve({ kind: 'wiki', target }, path);
      if (to === null || to === path) continue;
      from.set(to, (from.get(to) ?? new Set()).add(path));
    }
  }
  return new Map([...from].map(([to, paths]) => [to, paths.size]));
}

/** Includes links to notes that the index skips. */
const NO_LINKS = { aliases: [], targets: [] };

function linksOf(note: ParsedNote): Pick<NoteLinks, 'aliases' | 'targets'> {
  if (note.band === 'secret') return NO_LINKS;
  return {
    aliases: note.frontmatter.aliases,
    targets: note.links
      .filter(({ kind, target, band }) => kind === 'wiki' && target.trim() !== '' && band !== 'secret')
      .map(({ target, span }) => ({ target: target.trim(), start: span.start, end: span.end })),
  };
}

function readKept(vaultRoot: string): Map<string, NoteLinks> {
  try {
    const { version, notes } = JSON.parse(readPlainText(memoraPlace(vaultRoot, LINKS)) ?? '{}') as {
      version: number;
      notes: Record<string, NoteLinks>;
    };
    return version === VERSION ? new Map(Object.entries(notes)) : new Map();
  } catch {
    // If the cache is absent or damaged, every note is read again.
    return new Map();
  }
}

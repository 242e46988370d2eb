import type { ForeignMemory, Provider } from '../foreign-memory.ts';
import { piecesOf } from './read-memory-text.ts';
import { originOf } from './read-row.ts';

/** `- [category] text #tag (context)` of basic-memory, and `- relation [[Other note]]`. */
const OBSERVATION = /^\[([^\]]{1,40})\]\s+(.*)$/su;
const RELATION = /^([\p{L}_][\p{L}\d_ -]{0,60})\s+\[\[([^\]]+)\]\]\s*$/u;
/** An entry of an index: a link to a note, and its subject. */
const INDEX_ENTRY = /^\[[^\]]*\]\([^)]+\.mdx?\)|^\[\[[^\]]+\]\]/u;

/** Reads one Markdown file: each paragraph, item and row is a memory. */
export function readMarkdownStore(file: string, bytes: Uint8Array, provider: Provider): ForeignMemory[] {
  const { note, pieces } = piecesOf(bytes, file.replace(/^.*[\\/]/u, ''));
  const { fields, created, updated, title, type } = note.frontmatter;
  const text = (key: string): string | null => {
    const value = fields.get(key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const source = text('source');
  const lines = lineCounter(bytes);
  const isNoteStore = provider === 'basic-memory' || provider === 'memory-folder';
  return pieces.flatMap((piece, i): ForeignMemory[] => {
    if (provider === 'memory-folder' && INDEX_ENTRY.test(piece.text)) return [];
    const said =
      provider === 'basic-memory'
        ? readObservation(piece.text, title ?? note.title)
        : { text: piece.text, kind: null, tags: [] };
    return [
      {
        provider,
        format: provider === 'instructions' ? file.replace(/^.*[\\/]/u, '') || 'instructions' : provider,
        id: `${text('permalink') ?? text('name') ?? file}#${i + 1}`,
        text: said.text,
        entity: isNoteStore ? (text('name') ?? title ?? note.title) : piece.heading,
        kind: said.kind ?? type ?? text('type'),
        createdAt: created ?? note.frontmatter.date,
        updatedAt: updated,
        scope: text('globs') ?? text('applyTo') ?? text('project'),
        origin: provider === 'instructions' ? 'person' : originOf([source ?? 'agent']),
        source,
        band: piece.band,
        tags: said.tags.length > 0 ? said.tags : note.frontmatter.tags,
        file,
        ...(note.band === 'secret' ? { isFileSecret: true } : {}),
        span: piece.span,
        line: lines(piece.span.start),
      },
    ];
  });
}

function readObservation(
  text: string,
  title: string,
): { readonly text: string; readonly kind: string | null; readonly tags: readonly string[] } {
  const relation = RELATION.exec(text);
  if (relation !== null)
    return {
      text: `${title} ${(relation[1] ?? '').replaceAll('_', ' ')} ${relation[2]}`,
      kind: 'relation',
      tags: [],
    };
  const found = OBSERVATION.exec(text);
  if (found === null) return { text, kind: null, tags: [] };
  const said = found[2] ?? '';
  const tags = [...said.matchAll(/(?<=^|\s)#([\p{L}\d_/-]+)/gu)].map(([, tag]) => tag as string);
  return {
    text: said
      .replace(/\s+#[\p{L}\d_/-]+/gu, '')
      .replace(/\s+\([^()]*\)\s*$/u, '')
      .trim(),
    kind: found[1] ?? null,
    tags,
  };
}

/** Returns a function for the 1-based lines of ascending offsets. */
function lineCounter(bytes: Uint8Array): (offset: number) => number {
  let at = 0;
  let line = 1;
  return (offset) => {
    for (; at < offset; at++) if (bytes[at] === 0x0a) line++;
    return line;
  };
}

import type { Range } from '../parse/block.ts';
import type { NoteText } from '../parse/note-text.ts';
import type { Segment } from '../parsed-note.ts';
import { toDisplayText } from './read-properties.ts';
import type { YamlEntry } from './split-yaml-entries.ts';

/** Frontmatter as segments: one for each top-level key with a value. The span covers the key's lines. */
export function segmentProperties(
  note: NoteText,
  entries: readonly YamlEntry[] | null,
  yaml: Range,
  values: ReadonlyMap<string, unknown>,
): Segment[] {
  const parts = entries ?? wholeBlock(note, yaml);
  return parts.flatMap((entry): Segment[] => {
    const value = toDisplayText(values.get(entry.key));
    if (entries !== null && value === '' && values.has(entry.key)) return [];
    const span = note.spanOf(entry);
    return [
      {
        kind: 'property',
        span,
        text: note.text.slice(entry.start, entry.end),
        headingPath: [],
        band: note.bandOf(span),
        within: [],
        block: -1,
        parent: null,
        ...(value === '' ? {} : { field: { key: entry.key, value } }),
      },
    ];
  });
}

/** Frontmatter that is not a plain block mapping, as one property without a key. */
function wholeBlock(note: NoteText, yaml: Range): YamlEntry[] {
  const text = note.masked.slice(yaml.start, yaml.end);
  const start = yaml.start + (text.length - text.trimStart().length);
  const end = yaml.start + text.trimEnd().length;
  return end > start ? [{ key: '', start, end, valueStart: start }] : [];
}

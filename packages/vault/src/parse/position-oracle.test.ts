import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '@memora/core';
import { expect, it } from 'vitest';
import { parseNote } from '../parse-note.ts';
import type { NoteBlockKind } from '../parsed-note.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data');
const folder = join(data, 'vaults/obsidian-tasks/tests/Obsidian/__test_data__');

interface Positioned {
  readonly position: {
    readonly start: { readonly offset: number };
    readonly end: { readonly offset: number };
  };
}

interface Metadata {
  readonly fileContents: string;
  readonly filePath: string;
  readonly cachedMetadata: {
    readonly headings?: readonly (Positioned & { readonly heading: string; readonly level: number })[];
    readonly links?: readonly (Positioned & { readonly link: string })[];
    readonly embeds?: readonly (Positioned & { readonly link: string })[];
    readonly listItems?: readonly (Positioned & { readonly task?: string })[];
    readonly sections?: readonly (Positioned & { readonly type: string })[];
    readonly tags?: readonly (Positioned & { readonly tag: string })[];
  };
}

/** Obsidian's names for the blocks it lists. */
const SECTION: Readonly<Record<NoteBlockKind, string>> = {
  frontmatter: 'yaml',
  heading: 'heading',
  paragraph: 'paragraph',
  list: 'list',
  quote: 'blockquote',
  callout: 'callout',
  table: 'table',
  code: 'code',
  html: 'html',
  comment: 'comment',
  math: 'math',
  reference: 'definition',
  footnote: 'footnoteDefinition',
  break: 'thematicBreak',
};

it.skipIf(!existsSync(folder))(
  `finds the 973 headings, sections, list items, links, embeds and tags where Obsidian finds them (needs ${folder})`,
  () => {
    let spans = 0;
    const expected: string[] = [];
    const found: string[] = [];
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()) {
      const { fileContents, cachedMetadata, filePath } = JSON.parse(
        readFileSync(join(folder, name), 'utf8'),
      ) as Metadata;
      const theirs = describeTheirs(cachedMetadata);
      spans += theirs.length;
      expected.push(`## ${name}`, ...theirs);
      found.push(`## ${name}`, ...describeOurs(fileContents, filePath));
    }
    expect(found).toEqual(expected);
    expect(spans).toBe(973);
  },
);

function describeTheirs(metadata: Metadata['cachedMetadata']): string[] {
  const at = ({ position }: Positioned) => `${position.start.offset}-${position.end.offset}`;
  return [
    ...(metadata.headings ?? []).map((heading) => `heading ${at(heading)} ${heading.level}`),
    ...(metadata.sections ?? []).map((section) => `${section.type} ${at(section)}`),
    ...(metadata.listItems ?? []).map((item) => `item ${at(item)} ${item.task ?? 'plain'}`),
    ...(metadata.links ?? []).map((link) => `link ${at(link)} ${link.link}`),
    ...(metadata.embeds ?? []).map((link) => `embed ${at(link)} ${link.link}`),
    ...(metadata.tags ?? []).map((tag) => `tag ${at(tag)} ${tag.tag}`),
  ].sort();
}

function describeOurs(fileContents: string, path: string): string[] {
  const bytes = new TextEncoder().encode(fileContents);
  const { table } = decodeText(bytes);
  const at = ({ span }: { readonly span: { readonly start: number; readonly end: number } }) =>
    `${table.toUtf16(span.start)}-${table.toUtf16(span.end)}`;
  const note = parseNote(bytes, { path });
  const headings = note.blocks.filter((block) => block.kind === 'heading');
  const levels = note.segments
    .filter((segment) => segment.kind === 'heading')
    .map((segment) => segment.level);
  return [
    ...headings.map((heading, i) => `heading ${at(heading)} ${levels[i]}`),
    ...note.blocks.map((block) => `${SECTION[block.kind]} ${at(block)}`),
    ...note.items.map((item) => `item ${itemAt(fileContents, at(item))} ${item.mark ?? 'plain'}`),
    ...note.links
      .filter(isInternal)
      .map((link) => `${link.embed ? 'embed' : 'link'} ${at(link)} ${addressOf(link)}`),
    ...note.tagSpans.map((tag) => `tag ${at(tag)} #${tag.tag}`),
  ].sort();
}

function addressOf(link: { target: string; heading: string | null; blockId: string | null }): string {
  const heading = link.heading === null ? '' : `#${link.heading}`;
  return `${link.target}${heading}${link.blockId === null ? '' : `#^${link.blockId}`}`;
}

/** Obsidian lists no links that leave the vault. */
function isInternal(link: { target: string }): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(link.target);
}

/**
 * Two habits of Obsidian that differ from this parser's positions. An item separated by a blank line from the next
 * one includes the line ending. The indentation before a nested `1.` (but not `1)`) does not belong to the item.
 */
function itemAt(text: string, range: string): string {
  let [start, end] = range.split('-').map(Number) as [number, number];
  const [, indent = '', marker = ''] = /^([ \t]*)(\d{1,9}[.)]|[-+*])/.exec(text.slice(start, end)) ?? [];
  if (/^\d+\.$/.test(marker)) start += indent.length;
  const next = /^\n\n(\d{1,9}[.)]|[-+*]) /.exec(text.slice(end))?.[1] ?? '';
  if (next.at(-1) === marker.at(-1) && indent === '') end += 1;
  return `${start}-${end}`;
}

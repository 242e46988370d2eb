import type { Dirent } from 'node:fs';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The unit of a plain search over a vault: a block of a note between blank lines. */
export interface Paragraph {
  readonly id: string;
  readonly note: string;
  readonly text: string;
  /** The heading above it, or the note's name. */
  readonly title: string;
}

/** Longer blocks are cut at a line end, because an outline without blank lines is one block of many screens. */
const MAX_CHARACTERS = 1200;

/** The paragraphs of all notes in a folder, in a fixed order, without frontmatter and standalone headings. */
export function cutVault(folder: string): Paragraph[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => pathOf(entry, folder))
    .filter((path) => !/(?:^|\/)\./u.test(path))
    .sort()
    .flatMap((note) => cutNote(note, readFileSync(join(folder, note), 'utf8')));
}

/** The paragraphs of one note. */
export function cutNote(note: string, text: string): Paragraph[] {
  const lines = text
    .replace(/^\uFEFF/u, '')
    .replace(/^---\r?\n[\s\S]*?\n---\r?\n/u, '')
    .split(/\r?\n/u);
  const paragraphs: Paragraph[] = [];
  let title = note.replace(/^.*\/|\.md$/gu, '');
  let block: string[] = [];
  let fence: string | null = null;
  const finish = () => {
    if (block.some((line) => line.trim() !== ''))
      for (const part of cutLong(block))
        paragraphs.push({ id: `${note}#${paragraphs.length}`, note, text: part, title });
    block = [];
  };
  for (const line of lines) {
    const mark = /^\s*(`{3,}|~{3,})/u.exec(line)?.[1];
    if (mark !== undefined && fence === null) fence = mark;
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null;
    const heading = fence === null ? /^#{1,6}\s+(.*)$/u.exec(line)?.[1] : undefined;
    if (heading !== undefined) {
      finish();
      title = heading;
    } else if (line.trim() === '' && fence === null) finish();
    else block.push(line);
  }
  finish();
  return paragraphs;
}

function cutLong(lines: readonly string[]): string[] {
  const parts: string[] = [];
  let part = '';
  for (const line of lines) {
    if (part !== '' && part.length + line.length > MAX_CHARACTERS) {
      parts.push(part);
      part = '';
    }
    part = part === '' ? line : `${part}\n${line}`;
  }
  return [...parts, part];
}

function pathOf(entry: Dirent, folder: string): string {
  return relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
}

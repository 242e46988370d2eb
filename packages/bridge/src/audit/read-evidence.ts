import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { readConversations } from '@memora/conversations';
import { classifyAssertion } from '@memora/language/assertion';
import { segmentSentences } from '@memora/language/sentences';
import { placeAt } from '@memora/privacy/files';
import { parseNote, type Segment } from '@memora/vault';
import { bridgeError } from '../bridge-error.ts';
import { chunksOf, openFolderReader } from '../read/folder-reader.ts';
import type { EvidenceLine } from './evidence-index.ts';
import { toWholeStatement } from './to-whole-statement.ts';

const NOTE = /\.(?:md|markdown|txt)$/iu;
const SAID = new Set(['sentence', 'list_item', 'task', 'table_row', 'field', 'definition', 'footnote']);

/**
 * The statements that memories are compared with: from a vault or another folder of Markdown, or a file of chats. In conversations only the user's own words
 * count. Code, quotes, questions, wishes and secret text never count. Throws `STORE_NOT_FOUND`.
 */
export async function* readEvidence(
  path: string,
  isLeftOut: (file: string) => boolean,
): AsyncGenerator<EvidenceLine> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw bridgeError(
      'STORE_NOT_FOUND',
      `There is nothing at ${path}.`,
      'Name a vault, a folder or a file of chats.',
    );
  if (found.isDirectory()) {
    const folder = openFolderReader(path);
    for (const file of folder.list()) {
      const bytes = !NOTE.test(file) || isLeftOut(file) ? null : folder.read(file);
      if (bytes !== null) yield* linesOfNote(file, bytes);
    }
  } else if (NOTE.test(path)) {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunksOf(placeAt(path))) parts.push(chunk);
    yield* linesOfNote(basename(path), Buffer.concat(parts));
  } else yield* linesOfChats(path);
}

const DAY = /(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)/u;

function* linesOfNote(file: string, bytes: Uint8Array): Generator<EvidenceLine> {
  const note = parseNote(bytes, { path: file });
  const { updated, date, created, validFrom } = note.frontmatter;
  const day = updated ?? date ?? created ?? validFrom ?? DAY.exec(file)?.[1] ?? null;
  let at = 0;
  let line = 1;
  let before = '';
  for (const segment of note.segments) {
    if (!counts(segment)) continue;
    for (; at < segment.span.start; at++) if (bytes[at] === 0x0a) line++;
    const isUsers = segment.turn !== undefined;
    const said = (segment.prose ?? segment.text).replace(/\s+/gu, ' ').trim();
    const text = toWholeStatement(said, before);
    before = text;
    yield { file, span: segment.span, line, text, at: segment.turn?.at ?? day, isUsers };
  }
}

function counts({ kind, band, within, turn, text, prose, isHeader }: Segment): boolean {
  if (!SAID.has(kind) || band === 'secret' || isHeader === true) return false;
  if (turn !== undefined && (turn.role !== 'user' || !turn.own)) return false;
  if (turn === undefined && within.includes('quote')) return false;
  return classifyAssertion(prose ?? text) === 'asserted';
}

async function* linesOfChats(path: string): AsyncGenerator<EvidenceLine> {
  const file = basename(path);
  for await (const conversation of readConversations(chunksOf(placeAt(path)))) {
    if ('problem' in conversation) continue;
    for (const [i, { role, text, at, attached }] of conversation.turns.entries()) {
      if (role !== 'user' || attached === true) continue;
      for (const { start, end } of segmentSentences(text)) {
        const said = text.slice(start, end).trim();
        // An export gives no offsets, so the place is the number of the turn.
        if (classifyAssertion(said) === 'asserted')
          yield {
            file: `${file}#${conversation.id}`,
            span: { start: 0, end: 0 },
            line: i + 1,
            text: said,
            at: at ?? null,
            isUsers: true,
          };
      }
    }
  }
}

import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { decodeText, type SpanLike } from '@memora/core';
import { type Memory, readBandsOnce } from '@memora/engine';
import { StudioError } from '../studio-error.ts';
import type { TextRange } from './create-leaves.ts';
import { editorAddress } from './editor-address.ts';
import type { LineView, NoteNode, NoteView } from './note-view.ts';
import { renderNote } from './render-note.ts';

/** The most UTF-16 units of a note that are rendered at once. */
const MOST_SHOWN = 32_000;

/** Which part of a note to show. */
interface ShownNoteRequest {
  readonly path: string;
  /** Bytes of the file. */
  readonly marks: readonly SpanLike[];
  /** True also shows secret text, which a person at this machine asked for. */
  readonly reveal?: boolean;
}

/** Reads a note and renders it without its secret parts. Null if there is none. Throws `NOTE_SECRET` if the whole note is secret, unless `reveal` is set. */
export async function readShownNote(
  memory: Pick<Memory, 'readNote' | 'settings' | 'vault'>,
  { path, marks, reveal = false }: ShownNoteRequest,
): Promise<NoteView | null> {
  const bytes = await memory.readNote(path);
  if (bytes === null) return null;
  const { defaultNotePrivacy: defaultBand, detector } = memory.settings.config.privacy;
  const { band, regions } = await readBandsOnce(bytes, path, { defaultBand, detector });
  const hidden = reveal ? [] : regions.filter((region) => region.band === 'secret');
  if (!reveal && (band === 'secret' || hidden.some(({ start, end }) => start === 0 && end >= bytes.length)))
    throw new StudioError('the note is secret', {
      code: 'NOTE_SECRET',
      hint: 'Reveal it, or open it in your editor.',
    });
  const { text, table } = decodeText(bytes);
  const toText = ({ start, end }: SpanLike): TextRange => ({
    start: table.toUtf16(Math.min(start, bytes.length) as never),
    end: table.toUtf16(Math.min(end, bytes.length) as never),
  });
  const places = { marks: marks.map(toText), secrets: hidden.map(toText) };
  const window = chooseWindow(text, places.marks[0]);
  const clip = (ranges: readonly TextRange[]) =>
    ranges
      .map(({ start, end }) => ({
        start: Math.max(0, start - window.start),
        end: Math.min(window.end, end) - window.start,
      }))
      .filter(({ start, end }) => end > start);
  const shades = regions.filter((region) => region.band !== band && !hidden.includes(region));
  const nodes = renderNote(text.slice(window.start, window.end), {
    marks: clip(places.marks),
    secrets: clip(places.secrets),
    bands: shades.flatMap((region) => clip([toText(region)]).map((at) => ({ ...at, band: region.band }))),
  });
  const line = findLine(bytes, marks[0], hidden);
  return {
    path,
    title: titleOf(nodes) ?? basename(path).replace(/\.md$/iu, ''),
    nodes,
    version: versionOf(bytes),
    band,
    redacted: hidden.length > 0,
    cut: window.start > 0 || window.end < text.length,
    line,
    obsidian: obsidianAddress(memory.vault, path),
    editor: editorAddress(memory.settings.config.page.editor, {
      file: join(memory.vault, path),
      line: line?.number ?? 1,
    }),
  };
}

/** SHA-256 of a file, in hexadecimal. */
export function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The lines of a long note around the first mark. */
function chooseWindow(text: string, mark: TextRange | undefined): TextRange {
  if (text.length <= MOST_SHOWN) return { start: 0, end: text.length };
  const wanted = Math.max(0, (mark?.start ?? 0) - MOST_SHOWN / 2);
  const start = wanted === 0 ? 0 : text.lastIndexOf('\n', wanted) + 1;
  // One line may be the whole note.
  const from = Math.max(start, wanted - 2_000);
  const last = from + MOST_SHOWN;
  const end = text.lastIndexOf('\n', last);
  return { start: from, end: end > (mark?.end ?? from) ? end : Math.min(text.length, last) };
}

/** The lines that the first mark touches; null if one of them holds secret text. */
function findLine(
  bytes: Uint8Array,
  mark: SpanLike | undefined,
  hidden: readonly SpanLike[],
): LineView | null {
  if (mark === undefined || mark.end > bytes.length) return null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = mark.start === 0 ? 0 : buffer.lastIndexOf(10, mark.start - 1) + 1;
  const next = buffer.indexOf(10, Math.max(start, mark.end - 1));
  const last = next < 0 ? bytes.length : next;
  const end = last > start && buffer[last - 1] === 13 ? last - 1 : last;
  if (hidden.some((region) => region.start < end && region.end > start)) return null;
  let number = 1;
  for (let at = buffer.indexOf(10); at >= 0 && at < start; at = buffer.indexOf(10, at + 1)) number++;
  const { text, valid } = decodeText(bytes.subarray(start, end));
  return valid && text.length <= 20_000 ? { number, text, start, end } : null;
}

/** The first heading of level 1, as shown. */
function titleOf(nodes: readonly NoteNode[]): string | null {
  const first = nodes.find((node) => typeof node !== 'string' && node[0] === 'h1');
  const text = first === undefined ? '' : plainText(first).trim();
  return text === '' ? null : text.slice(0, 200);
}

function plainText(node: NoteNode): string {
  if (typeof node === 'string') return node;
  const [tag, , inside] = node;
  return tag === 'secret' ? '[secret]' : inside.map(plainText).join('');
}

function obsidianAddress(vault: string, path: string): string {
  const file = path.replace(/\.md$/iu, '');
  return `obsidian://open?vault=${encodeURIComponent(basename(vault))}&file=${encodeURIComponent(file)}`;
}

import { MemoraError, type Span, toSpan } from '@memora/core';
import { type Memory, readNoteBands } from '@memora/engine';
import { REDACTED, showClaim, toClaimJson } from '@memora/engine/json';
import { editDistance } from '@memora/language/text';
import { mergeSpans, redactSpan } from '@memora/privacy/internal';
import { readFlag, usageError } from '../input/read-option.ts';
import { scanNotes } from '../input/scan-notes.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { formatTriple, toPrintable } from '../output/format/format-claim.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lines that are shown on either side of the requested one. */
const AROUND = 3;
/** The number of lines from the top, if no line was requested. */
const FROM_TOP = 40;

/**
 * Shows a line of a note by its reference in an answer, `note:line`, with the lines around it and its claims.
 * Secret text is masked unless it is revealed.
 */
export async function showLine(context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const reveal = readFlag(options, 'reveal');
  const place = args.join(' ').trim();
  await using memory = await openCliMemory(context);
  const { path, line, bytes } = await findPlace(place, memory);
  const starts = lineStarts(bytes);
  if (line !== null && line > starts.length) {
    throw usageError(`the note has ${starts.length} lines; there is no line ${line}`);
  }
  const first = line === null ? 1 : Math.max(1, line - AROUND);
  const last = Math.min(starts.length, line === null ? FROM_TOP : line + AROUND);
  const read = await openLines(bytes, path, memory, reveal);
  const texts = Array.from({ length: last - first + 1 }, (_, i) =>
    read(lineSpan(starts, first + i, first + i, bytes)),
  );
  const asked = line === null ? null : lineSpan(starts, line, line, bytes);
  const claims = asked === null ? [] : await claimsOn(asked, path, memory, reveal);
  // The name of a secret note is hidden even from a caller that typed it, because output is stored and passed on.
  const nameOf = reveal ? null : await memory.nameNotes([path]);
  output.payload({
    note: nameOf === null ? path : nameOf(path),
    line,
    text: asked === null ? texts.join('\n') : read(asked),
    claims: claims.map((claim) => toClaimJson(claim, { reveal })),
  });
  const width = String(last).length;
  for (const [i, text] of texts.entries()) {
    const number = first + i;
    const mark = number === line ? '>' : ' ';
    const said = `${mark} ${String(number).padStart(width)}  ${toPrintable(text)}`;
    output.line(number === line ? output.style('bold', said) : said);
  }
  for (const claim of claims) {
    const { status, subject } = showClaim(claim, { reveal });
    // The line printed above is the sentence.
    const said =
      claim.object === null ? `${claim.kind} about ${toPrintable(subject)}` : formatTriple(claim, { reveal });
    output.line(`${output.style('dim', claim.id)}  ${said}  (${status})`);
  }
  return EXIT.done;
}

/** `note:line`, or a note alone; `.md` can be left out. Throws `NOTE_NOT_FOUND`. */
async function findPlace(place: string, memory: Memory) {
  const [, name = '', number] = /^(.*?)(?::(\d{1,9}))?$/su.exec(place) ?? [];
  for (const path of [name, `${name}.md`]) {
    const bytes = path === '.md' || path === '' ? null : await memory.readNote(path).catch(() => null);
    if (bytes === null) continue;
    const line = number === undefined ? null : Number(number);
    if (line === 0) throw usageError('lines are counted from 1');
    return { path, line, bytes };
  }
  const near = await findNear(name, memory);
  throw new MemoraError(`there is no note ${JSON.stringify(name)}`, {
    code: 'NOTE_NOT_FOUND',
    hint:
      near === null
        ? 'Give its path from the folder of the vault, as answers do.'
        : `Did you mean ${near}${number === undefined ? '' : `:${number}`}?`,
  });
}

/** Maximum number of letters in which a path may differ from the typed one to count as its misspelling. */
const NEAR = 3;

/** The note whose path, or whose name alone, is closest to what was typed; no note with a hidden name. */
async function findNear(name: string, memory: Memory): Promise<string | null> {
  if (name === '') return null;
  const paths: string[] = [];
  for await (const path of scanNotes(memory)) paths.push(path);
  const nameOf = await memory.nameNotes(paths);
  const typed = bare(name);
  const near = paths
    .filter((path) => nameOf(path) === path)
    .map((path) => {
      const forms = [bare(path), bare(path.slice(path.lastIndexOf('/') + 1))];
      return { path, distance: Math.min(...forms.map((form) => editDistance(typed, form, NEAR + 1))) };
    })
    .sort((a, b) => a.distance - b.distance)[0];
  // A short name would be similar to every other short name.
  return near !== undefined && near.distance <= Math.min(NEAR, typed.length / 3) ? near.path : null;
}

/** Compared without `.md` and without regard to case. */
function bare(path: string): string {
  return path.replace(/\.md$/iu, '').toLowerCase();
}

/** The byte at which each line begins. */
function lineStarts(bytes: Uint8Array): number[] {
  const starts = [0];
  for (let i = 0; i < bytes.length; i++) {
    const isEnd = bytes[i] === 10 || (bytes[i] === 13 && bytes[i + 1] !== 10);
    if (isEnd && i + 1 < bytes.length) starts.push(i + 1);
  }
  return starts;
}

/** From the beginning of the first line to the end of the last, in bytes. */
function lineSpan(starts: readonly number[], first: number, last: number, bytes: Uint8Array): Span {
  let end = starts[last] ?? bytes.length;
  while (end > 0 && (bytes[end - 1] === 10 || bytes[end - 1] === 13) && end > (starts[last - 1] ?? 0)) end--;
  return toSpan(starts[first - 1] ?? 0, end);
}

/**
 * Returns a reader of single lines. It shows `[redacted]` in place of secret text unless that is revealed. Each
 * line of a secret place is hidden on its own, so the lines below keep their numbers.
 */
async function openLines(
  bytes: Uint8Array,
  path: string,
  memory: Memory,
  reveal: boolean,
): Promise<(line: Span) => string> {
  const { detector, defaultNotePrivacy: defaultBand } = memory.settings.config.privacy;
  const { band, regions } = await readNoteBands(bytes, path, { defaultBand, detector });
  if (reveal) return (line) => redactSpan(bytes, line, []);
  if (band === 'secret') return () => REDACTED;
  const secret = mergeSpans(regions.filter((region) => region.band === 'secret'));
  // An empty line inside a secret place is a part of it.
  const isInside = ({ start, end }: Span) => secret.some((each) => each.start <= start && end < each.end);
  return (line) => (isInside(line) ? REDACTED : redactSpan(bytes, line, secret));
}

/** The claims that touch a line, in file order; secret ones only if they are revealed. */
async function claimsOn({ start, end }: Span, notePath: string, memory: Memory, reveal: boolean) {
  const { claims } = await memory.claims.listClaims({
    notePath,
    ...(reveal ? {} : { bands: ['public', 'private'] as const }),
  });
  return claims.filter(({ span }) => span.start < end && start < span.end);
}

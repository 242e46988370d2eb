import type { PrivacyAudit, QuestionRehearsal, UnreadFile } from '@memora/engine';
import { REDACTED } from '@memora/engine/json';
import { readFlag, readText } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { Output } from '../output/create-output.ts';
import { toPrintable } from '../output/format/format-claim.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Lists secret text with the reasons, text that looks secret, and requests that left. Places and reasons, no text of notes. */
export async function privacyAudit(context: CommandContext): Promise<ExitCode> {
  const { output, options } = context;
  const question = readText(options, 'question');
  await using memory = await openCliMemory(context);
  const reveal = readFlag(options, 'reveal');
  const asked = question === undefined ? { reveal } : { question, reveal };
  const found = await whileBusy('reading every note', memory.audit(asked), context);
  const named = [...found.secret, ...found.suggestions, ...found.diagnostics].map(({ note }) => note);
  const nameOf = await memory.nameNotes(reveal ? [] : named);
  const rename = <Item extends { readonly note: string }>(items: readonly Item[]): Item[] =>
    items.map((item) => ({ ...item, note: nameOf(item.note) }));
  const audit = {
    ...found,
    secret: rename(found.secret),
    suggestions: rename(found.suggestions),
    diagnostics: rename(found.diagnostics),
    unread: found.unread.map((file) =>
      reveal || !file.isNameSecret ? file : { ...file, path: hideName(file.path) },
    ),
  };
  output.payload({
    ok: audit.ok,
    secret: audit.secret.map(({ note, reason, spans }) => ({
      note,
      reason,
      spans: spans.map(({ start, end, line, turn }) => ({ line, ...(turn && { turn }), span: [start, end] })),
    })),
    suggestions: audit.suggestions.map(({ note, line, turn, kind, dataClass, reason }) => ({
      note,
      line,
      ...(turn && { turn }),
      kind,
      class: dataClass,
      reason,
    })),
    diagnostics: audit.diagnostics,
    unread: audit.unread.map(({ path, why, holds }) => ({ path, why, holds })),
    egress: audit.egress.map(({ at, kind, origin, outcome, code, bytes, claimIds }) => ({
      at,
      kind,
      origin,
      outcome,
      code: code ?? null,
      bytes,
      claim_ids: claimIds,
    })),
    ...(audit.rehearsal === undefined ? {} : { would_leave: toJson(audit.rehearsal) }),
  });
  output.line(output.style('bold', 'Secret'));
  for (const { note, reason, spans } of audit.secret) {
    const lines = spans
      .map(({ line, lastLine, turn }) => `${line}${lastLine > line ? `–${lastLine}` : ''}${ofTurn(turn)}`)
      .join(', ');
    const by = reason === 'detector' ? ', by the detector' : '';
    output.line(`  ${note}: ${reason === 'note' ? 'the whole note' : `line ${lines}${by}`}`);
  }
  if (audit.secret.length === 0) output.line('  nothing');
  output.line(output.style('bold', 'Looks secret, but is not marked'));
  for (const { note, line, turn, kind, reason } of audit.suggestions)
    output.line(`  ${note}:${line}${ofTurn(turn)}  ${kind}: ${reason}`);
  if (audit.suggestions.length === 0) output.line('  nothing');
  else output.line('  To mark a part as secret: <!--privacy:secret-->…<!--/privacy-->');
  const [lookalikes, doubtful] = [true, false].map((isLookalike) =>
    audit.diagnostics.filter(({ code }) => (code === 'MARKER_LOOKALIKE') === isLookalike),
  );
  describeMarkers('Doubtful markers, read as the stricter level', doubtful, output);
  describeMarkers(
    'Not markers, but probably meant as such: write <!--privacy:secret-->…<!--/privacy-->',
    lookalikes,
    output,
  );
  describeUnread(audit.unread, output);
  output.line(output.style('bold', 'Sent or stopped'));
  for (const { at, kind, origin, outcome, bytes, claimIds } of audit.egress) {
    output.line(`  ${at}  ${outcome}  ${kind}  ${origin}  ${bytes} bytes, ${claimIds.length} claims`);
  }
  if (audit.egress.length === 0) output.line('  nothing');
  if (audit.rehearsal !== undefined) describe(audit.rehearsal, output);
  return audit.ok ? EXIT.done : EXIT.checkFailed;
}

function describeMarkers(title: string, found: PrivacyAudit['diagnostics'] = [], output: Output): void {
  if (found.length > 0) output.line(output.style('bold', title));
  for (const { note, turn, message } of found) output.line(`  ${note}${ofTurn(turn)}, ${message}`);
}

/** The turn of a conversation, in the form that `privacy erase` takes. */
function ofTurn(turn: string | undefined): string {
  return turn === undefined ? '' : ` #${turn}`;
}

/** The extension reveals the type of a file, and nothing of its content. */
function hideName(path: string): string {
  return `${REDACTED}${/\.[a-z]{1,12}$/iu.exec(path)?.[0] ?? ''}${path.endsWith('/') ? '/' : ''}`;
}

/** Maximum number of listed files of one kind in which nothing was found. */
const NAMED = 5;
const WORDS: Readonly<Record<UnreadFile['holds'][number], string>> = {
  marker: 'contains a privacy marker',
  'secret-text': 'repeats secret text of a note',
  'secret-name': 'names a secret note',
};

/** Files with findings one by one, the others by kind. */
function describeUnread(unread: readonly UnreadFile[], output: Output): void {
  output.line(output.style('bold', 'Not read: a marker in a note does not cover secret text in these files'));
  for (const [why, files] of Map.groupBy(unread, (file) => file.why)) {
    const found = files.filter(({ holds }) => holds.length > 0);
    for (const { path, holds } of found)
      output.line(`  ${path} (${why}): ${holds.map((each) => WORDS[each]).join(', ')}`);
    const rest = files.filter(({ holds }) => holds.length === 0).map(({ path }) => path);
    const more = rest.length > NAMED ? `, and ${rest.length - NAMED} more (--json names them)` : '';
    if (rest.length > 0) output.line(`  ${why}: ${rest.slice(0, NAMED).join(', ')}${more}`);
  }
  if (unread.length === 0) output.line('  nothing');
}

function describe({ requests, exact }: QuestionRehearsal, output: Output): void {
  output.line(output.style('bold', 'This question would send'));
  for (const { kind, origin, outcome, code, bytes, body, claimIds } of requests) {
    const what = code === null ? outcome : `${outcome}, ${code}`;
    output.line(`  ${kind}  ${origin}  ${what}  ${bytes} bytes, ${claimIds.length} claims`);
    if (body !== null) output.line(`  ${toPrintable(body)}`);
  }
  if (requests.length === 0) output.line('  nothing');
  if (!exact) output.line('  and what follows from the replies');
}

function toJson({ requests, exact }: QuestionRehearsal) {
  return {
    exact,
    requests: requests.map(({ claimIds, ...request }) => ({ ...request, claim_ids: claimIds })),
  };
}

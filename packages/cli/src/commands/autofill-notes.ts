import type { AutofilledNote, AutofillReport } from '@memora/engine';
import { askPerson, isPersonThere } from '../input/ask-person.ts';
import { readFlag, readText } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/**
 * Shows which frontmatter lines the notes lack, as a diff, and adds them only after confirmation: `--yes`, or
 * an answer at the terminal. Text of secret notes is not shown. Their names are shown only with `--reveal`.
 */
export async function autofillNotes(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  await using memory = await openCliMemory(context);
  const note = readText(options, 'note');
  const asked = { signal: io.signal, ...(note === undefined ? {} : { paths: [note] }) };
  const plan = await memory.autofill({ ...asked, dryRun: true });
  const naming = async ({ notes, failures }: AutofillReport) =>
    memory.nameNotes(readFlag(options, 'reveal') ? [] : [...notes, ...failures].map(({ path }) => path));
  const planned = await naming(plan);
  for (const each of plan.notes) output.line(toDiff({ ...each, path: planned(each.path) }));
  const mayWrite = plan.notes.length > 0 && (await isAllowed(plan.notes.length, context));
  const done = mayWrite ? await memory.autofill(asked) : plan;
  const nameOf = mayWrite ? await naming(done) : planned;
  output.payload({
    written: mayWrite,
    notes: done.notes.map(({ path, line, added, lines }) => ({ note: nameOf(path), line, added, lines })),
    complete: done.complete,
    failures: done.failures.map(({ path, code }) => ({ note: nameOf(path), code })),
  });
  for (const { path, code } of done.failures)
    output.warn(`left as is   ${toOneLine(nameOf(path))} (${code})`);
  const notes = `${done.notes.length} ${done.notes.length === 1 ? 'note' : 'notes'}`;
  if (plan.notes.length === 0) output.note('No note lacks a frontmatter key.');
  else if (mayWrite) output.note(`Added frontmatter to ${notes}. Run \`memora index\` next.`);
  else output.note(`Nothing was written. Add --yes to add these lines to ${notes}.`);
  return done.failures.length > 0 ? EXIT.partial : EXIT.done;
}

async function isAllowed(notes: number, { options, io, output }: CommandContext): Promise<boolean> {
  if (readFlag(options, 'yes')) return true;
  if (output.quiet || output.json || !isPersonThere(io)) return false;
  return askPerson(`Add these lines to ${notes} ${notes === 1 ? 'note' : 'notes'}?`, io);
}

/** A unified diff without context: whole lines inserted at one place. */
function toDiff({ path, line, lines }: AutofilledNote): string {
  const name = toOneLine(path);
  return [
    `--- ${name}`,
    `+++ ${name}`,
    `@@ -${line - 1},0 +${line},${lines.length} @@`,
    ...lines.map((each) => `+${toOneLine(each)}`),
  ].join('\n');
}

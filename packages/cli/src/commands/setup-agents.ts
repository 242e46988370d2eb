import type { Answer, Memory } from '@memora/engine';
import { loadConfig } from '@memora/engine/config';
import { toAnswerJson } from '@memora/engine/json';
import { isPersonThere } from '../input/ask-person.ts';
import { readFlags } from '../input/read-flags.ts';
import { readFlag, readText, usageError } from '../input/read-option.ts';
import { resolveVault, toPath } from '../input/resolve-vault.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { countOf } from '../output/format/count-of.ts';
import { printAnswer } from '../output/format/print-answer.ts';
import { createIndexProgress, openProgress } from '../output/open-progress.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { applyEdit, codeOf } from '../setup/apply-edit.ts';
import type { SetupQuestions } from '../setup/ask-setup.ts';
import { findClients } from '../setup/clients/find-clients.ts';
import { listObsidianVaults } from '../setup/clients/list-obsidian-vaults.ts';
import { ownServerCommand } from '../setup/clients/own-server-command.ts';
import { findUserFolders, type UserFolders } from '../setup/clients/user-folders.ts';
import { describeEdit } from '../setup/describe-edit.ts';
import { openEditRecords } from '../setup/edit-record.ts';
import { type FailedEdit, isInPlace, type PlannedEdit, planEdits } from '../setup/plan-edits.ts';
import { suggestQuestion } from '../setup/suggest-question.ts';
import { isFolder } from './list-vaults.ts';
import { sayNoModel } from './refresh-first.ts';

/**
 * Sets Memora up: finds the notes, shows the changes to the agents' settings, writes them after confirmation with a backup of each file, indexes the notes, and
 * answers one question from them.
 */
export async function setupAgents(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  if (readFlag(options, 'remove')) {
    const { removeSetup } = await import('../setup/remove-setup.ts');
    return removeSetup(context);
  }
  const questions = await openQuestions(context);
  const folders = findUserFolders(io.env);
  const vault = await chooseVault(context, folders, questions);
  if (vault === null) return EXIT.interrupted;
  if (!isFolder(vault))
    throw usageError(`there is no folder at ${vault}`, 'Name the folder of your notes with --vault.');
  // Invalid settings are reported before anything is shown or written.
  await loadConfig({ vault, env: io.env, flags: readFlags(options) });
  const plan = await planClients(context, vault, folders, questions);
  if (plan === null) return EXIT.interrupted;
  showPlan(plan, context);
  const mayWrite = await isAllowed(context, questions);
  if (mayWrite === null) return EXIT.interrupted;
  if (!mayWrite) {
    output.payload({
      vault,
      written: false,
      clients: plan.map((edit) => toJson(edit, 'planned')),
      answer: null,
    });
    output.note('\nNothing was written. Add --yes to do this.');
    return EXIT.done;
  }
  await using memory = await openCliMemory({ io, options: { ...options, vault } });
  const index = await indexFirst(memory, context);
  const written = await writeEdits(plan, context);
  const asked = await askOne(memory, context, questions);
  output.payload({
    vault,
    written: true,
    notes: index.notes,
    claims: index.claims,
    clients: written,
    question: asked?.question ?? null,
    answer: asked === null ? null : toAnswerJson(asked.answer),
  });
  if (asked !== null) await printAnswer(asked.answer, memory, output);
  if (asked !== null) sayNoModel(memory, output);
  if (asked === null) output.note('\nNo question was asked. To ask one: memora query "…".');
  else if (written.some(({ status }) => status === 'written' || status === 'unchanged'))
    output.note(
      '\nRestart your agent, then ask it the same question. `memora setup --remove` undoes all of this.',
    );
  if (io.signal.aborted) return EXIT.interrupted;
  return written.some(({ status }) => status === 'failed') ? EXIT.partial : EXIT.done;
}

/** Null if no person is present, or the person does not want to be asked. */
async function openQuestions({ options, io, output }: CommandContext): Promise<SetupQuestions | null> {
  const isAsked = !readFlag(options, 'yes') && !readFlag(options, 'dryRun') && !output.json && !output.quiet;
  if (!isAsked || !isPersonThere(io)) return null;
  const { askSetup } = await import('../setup/ask-setup.ts');
  return askSetup(io);
}

/** The vault of the command line, or the one vault that Obsidian knows, or the user's choice; null if the user leaves. */
async function chooseVault(
  context: CommandContext,
  folders: UserFolders | null,
  questions: SetupQuestions | null,
): Promise<string | null> {
  const { io, options } = context;
  const named = await resolveVault(context).catch((error: { code?: unknown }) => {
    if (error.code !== 'USAGE' || readText(options, 'vault') !== undefined) throw error;
    return null;
  });
  if (named !== null) return named.path;
  const found = folders === null ? [] : listObsidianVaults(folders);
  if (questions !== null) {
    const chosen = await questions.vault(found);
    return chosen === null ? null : toPath(chosen, io.cwd);
  }
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  throw usageError(
    only === undefined ? 'no vault was found' : `Obsidian knows ${found.length} vaults`,
    'Name the folder of your notes with --vault.',
  );
}

type Edits = readonly (PlannedEdit | FailedEdit)[];

async function planClients(
  { io, options, output }: CommandContext,
  vault: string,
  folders: UserFolders | null,
  questions: SetupQuestions | null,
): Promise<Edits | null> {
  if (folders === null) {
    output.note('The environment names no home folder, so Memora did not look for agents.');
    return [];
  }
  const named = readText(options, 'client');
  const found = findClients(named, folders);
  if (found.length === 0)
    output.note('No agent was found. Name one with --client, e.g. --client claude-code.');
  const isAsked = questions !== null && named === undefined && found.length > 0;
  const chosen = isAsked ? await questions.clients(found) : found;
  if (chosen === null) return null;
  const command = ownServerCommand(vault, io.env);
  const records = openEditRecords(io.env).all();
  return chosen.flatMap((client) => planEdits(client, folders, command, records));
}

function showPlan(plan: Edits, { output }: CommandContext): void {
  for (const edit of plan) {
    if (output.quiet) continue;
    if ('error' in edit) {
      output.warn(
        `${output.styleError('red', 'left as is')}  ${edit.client.title}: ${describeFailure(edit)}`,
      );
      continue;
    }
    const state = isInPlace(edit) ? ' (already there)' : edit.file.bytes === null ? ' (new file)' : '';
    output.line(`${output.style('bold', edit.client.title)}  ${edit.file.path}${state}`);
    for (const line of describeEdit(edit)) output.line(`  ${line}`);
  }
}

async function isAllowed(
  { options, output }: CommandContext,
  questions: SetupQuestions | null,
): Promise<boolean | null> {
  if (readFlag(options, 'dryRun')) return false;
  if (readFlag(options, 'yes')) return true;
  if (questions === null || output.quiet) return false;
  return questions.mayWrite('Write these lines, and index the notes? Every file is backed up first.');
}

async function indexFirst(memory: Memory, { io, output }: CommandContext) {
  using progress = await openProgress(io, { quiet: output.quiet });
  const { report } = await memory.index({
    writeNotes: false,
    signal: io.signal,
    onProgress: createIndexProgress(progress, memory.nameNotes),
  });
  progress.stop();
  const { notes, claims } = await memory.claims.stats();
  output.line(`Indexed ${countOf(report.notes, 'note')}: ${countOf(claims, 'claim')}. No note was changed.`);
  return { notes, claims };
}

interface EditJson {
  readonly client: string;
  readonly part: PlannedEdit['part'];
  readonly file: string;
  readonly status: 'planned' | 'written' | 'unchanged' | 'failed';
  readonly backup?: string | null;
  readonly code?: string;
}

async function writeEdits(plan: Edits, { io, output }: CommandContext): Promise<EditJson[]> {
  const records = openEditRecords(io.env);
  const done: EditJson[] = [];
  for (const edit of plan) {
    if ('error' in edit || io.signal.aborted) {
      done.push(toJson(edit, 'planned'));
      continue;
    }
    if (isInPlace(edit)) {
      done.push(toJson(edit, 'unchanged'));
      continue;
    }
    try {
      const backup = await applyEdit(edit, records);
      done.push({ ...toJson(edit, 'written'), backup });
      output.line(
        `${output.style('green', 'written')}  ${edit.file.path}${backup === null ? '' : ` (backup: ${backup})`}`,
      );
    } catch (error) {
      const failed: FailedEdit = {
        client: edit.client,
        part: edit.part,
        path: edit.file.path,
        value: edit.value,
        error,
      };
      done.push(toJson(failed, 'failed'));
      output.warn(`${output.styleError('red', 'failed')}  ${edit.client.title}: ${describeFailure(failed)}`);
    }
  }
  return done;
}

function toJson(edit: PlannedEdit | FailedEdit, status: EditJson['status']): EditJson {
  const { client, part } = edit;
  if ('error' in edit)
    return { client: client.id, part, file: edit.path, status: 'failed', code: codeOf(edit.error) };
  return { client: client.id, part, file: edit.file.path, status };
}

/** What went wrong, and for a server what to add by hand. */
function describeFailure({ client, part, path, value, error }: FailedEdit): string {
  const { message, hint } = error as { message?: unknown; hint?: unknown };
  const isOurs = typeof hint === 'string';
  const why = isOurs ? `${message}. ${hint}` : `can’t be written (${codeOf(error)})`;
  const byHand =
    part === 'server' && client.syntax === 'json'
      ? `\n  by hand, under "${client.servers}": "memora": ${JSON.stringify(value)}`
      : '';
  return `${path} ${why}${byHand}`;
}

async function askOne(
  memory: Memory,
  { io, options, output }: CommandContext,
  questions: SetupQuestions | null,
): Promise<{ readonly question: string; readonly answer: Answer } | null> {
  const given = readText(options, 'question');
  const suggested = given === undefined ? await suggestQuestion(memory, io.signal) : null;
  const chosen = given ?? (await questions?.question(suggested?.question ?? '')) ?? suggested?.question;
  const question = chosen?.trim() ?? '';
  if (question === '') return null;
  output.line(`\n${output.style('bold', question)}\n`);
  if (question === suggested?.question) return suggested;
  return {
    question,
    answer: await memory.ask(question, { bands: ['public', 'private'], signal: io.signal }),
  };
}

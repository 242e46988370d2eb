import { readFile, stat } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { MemoraError } from '@memora/core';
import { type Memory, rememberWritten } from '@memora/engine';
import { countProblems, countUnsupported, toEntailmentJson, toVerifyJson } from '@memora/engine/json';
import { spellTreacherous } from '@memora/language/text';
import { folderOf, inspectFolder, placeAt, writeWholeFile } from '@memora/privacy/files';
import type { VerificationReport } from '@memora/validator';
import type { EntailmentReport } from '@memora/validator/entailment';
import { verdictOfAudit } from '@memora/validator/formats';
import { readAsOf, readFlag, readText, usageError } from '../input/read-option.ts';
import { toPath } from '../input/resolve-vault.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { toJsonLines } from '../output/create-output.ts';
import { formatVerdict } from '../output/format/format-verdict.ts';
import { openProgress } from '../output/open-progress.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import { toFileError } from '../output/to-file-error.ts';
import { refuseOtherFile } from '../output/write-page.ts';
import { writeProof } from '../output/write-proof.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Audits an answer that cites claims: returns 0 if all of it is valid, 1 on any problem. */
export async function verifyAnswer(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const format = readText(options, 'format') ?? (output.json ? 'json' : 'text');
  const file = args[0];
  const asOf = readAsOf(options);
  if (file === undefined && io.stdin.isTTY === true) {
    throw usageError('nothing to verify', 'Name a file, or pipe the answer in: `pbpaste | memora verify`.');
  }
  const answer = await readAnswer(file, io);
  const [page, receipt] = ['html', 'receipt'].map((name) => {
    const wanted = readText(options, name);
    return wanted === undefined ? null : toPath(wanted, io.cwd);
  });
  // Refused here, before any work is done.
  if (page) await refuseOtherFile(page);
  if (receipt) await refuseAnyFile(receipt);
  await using memory = await openCliMemory(context);
  const report = await memory.verify(answer, {
    signal: io.signal,
    reveal: readFlag(options, 'reveal'),
    ...(readFlag(options, 'allowAltered') && { policy: 'mark' as const }),
    ...(asOf === undefined ? {} : { asOf }),
  });
  const failUnsupported = readFlag(options, 'failUnsupported');
  const entailment = await whileBusy('judging', judge(context, memory, report), context);
  const allowed = {
    allowSuperseded: readFlag(options, 'allowSuperseded'),
    allowUncited: readFlag(options, 'allowUncited'),
    allowAltered: readFlag(options, 'allowAltered'),
    reveal: readFlag(options, 'reveal'),
    entailment,
    failUnsupported,
  };
  const unsupported = failUnsupported && entailment !== null ? countUnsupported(entailment) : 0;
  const problems = countProblems(report, allowed) + unsupported;
  await print(context, memory, { report, answer, file: file ?? '<stdin>', format, problems, allowed });
  if (page) {
    // Recorded before the file exists, so that an erasure finds it even if this process ends in between.
    await rememberWritten(memory.vault, { kind: 'report', path: page }, io.env);
    await writeProof(page, report, context);
  }
  if (receipt) {
    const text = `${JSON.stringify(await memory.receipt(report), null, 2)}\n`;
    const place = placeAt(receipt);
    if (inspectFolder(folderOf(place)) === null) throw toFileError({ code: 'ENOENT' }, receipt);
    await rememberWritten(memory.vault, { kind: 'receipt', path: receipt }, io.env);
    await writeWholeFile(place, text, { mode: 0o600, isNew: true }).catch((error: unknown) => {
      throw toFileError(error, receipt);
    });
    output.note(`Receipt: ${receipt}`);
  }
  return problems > 0 ? EXIT.checkFailed : EXIT.done;
}

async function refuseAnyFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found !== null) throw toFileError({ code: found.isDirectory() ? 'EISDIR' : 'EEXIST' }, path);
}

/** Asks the judge, if one is requested: the named local model, or the configured chat model. */
async function judge(
  { options, io, output }: CommandContext,
  memory: Memory,
  report: VerificationReport,
): Promise<EntailmentReport | null> {
  const folder = readText(options, 'nli');
  const wanted = ['entailment', 'failUnsupported'].some((name) => readFlag(options, name));
  if (!wanted && folder === undefined) return null;
  using progress = await openProgress(io, { quiet: output.quiet });
  return memory.judge(report, {
    signal: io.signal,
    ...(folder === undefined ? {} : { nliModel: toPath(folder, io.cwd) }),
    onProgress: (state) => progress.update({ label: 'judging', ...state, current: null }),
  });
}

interface Printed {
  readonly report: VerificationReport;
  readonly answer: string;
  readonly file: string;
  readonly format: string;
  readonly problems: number;
  readonly allowed: {
    readonly allowSuperseded: boolean;
    readonly allowUncited: boolean;
    readonly allowAltered: boolean;
    readonly reveal: boolean;
    readonly entailment: EntailmentReport | null;
    readonly failUnsupported: boolean;
  };
}

async function print({ io, output }: CommandContext, memory: Memory, printed: Printed): Promise<void> {
  const { report, answer, file, format, allowed } = printed;
  const source = { text: answer, file };
  switch (format) {
    case 'json': {
      const { entailment } = allowed;
      const json = {
        ...toVerifyJson(report, allowed),
        verdict: verdictOfAudit(report, allowed),
        problems: printed.problems,
        ...(entailment === null ? {} : { entailment: toEntailmentJson(entailment) }),
      };
      io.stdout.write(toJsonLines(json, io.stdout.isTTY ? 2 : undefined));
      break;
    }
    case 'sarif': {
      const { toSarif } = await import('@memora/validator/formats');
      const { readVersion } = await import('../read-version.ts');
      const version = await readVersion();
      io.stdout.write(toJsonLines(toSarif(report, source, { ...allowed, version }), 2));
      break;
    }
    case 'junit': {
      const { toJunit } = await import('@memora/validator/formats');
      io.stdout.write(spellTreacherous(toJunit(report, source, allowed)));
      break;
    }
    default:
      for (const line of await formatVerdict(report, memory, output, {
        ...allowed,
        problems: printed.problems,
      })) {
        output.line(line);
      }
      if (isWithoutCitation(report)) output.note(HOW_TO_CITE);
  }
}

const HOW_TO_CITE =
  'A citation of a note is written [claim:…]; `memora query "…" --proof` shows the ids. To check citations of documents, such as [1]: npx @memora/validator check answer.md --sources FILES';

/** True for an answer that states something but cites no claim. */
function isWithoutCitation({ statements, checks }: VerificationReport): boolean {
  return checks.length === 0 && statements.some(({ kind }) => kind === 'claim');
}

/** The text of the named file, or of stdin. */
export async function readAnswer(
  file: string | undefined,
  io: CommandContext['io'],
  hint = 'Name a file that contains the answer to audit.',
): Promise<string> {
  if (file === undefined || file === '-') return readAll(io.stdin);
  try {
    return await readFile(toPath(file, io.cwd), 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code;
    throw new MemoraError(`cannot read ${file}: ${reason}`, {
      code: 'USAGE',
      hint,
      cause,
    });
  }
}

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MemoraError } from '@memora/core';
import { escapeTreacherous, spellTreacherous } from '@memora/language/text';
import { ValidatorError } from '../contract/validator-error.ts';
import type { VerificationReport } from '../contract/verification-report.ts';
import { verifyAgainst } from '../documents/verify-against.ts';
import { isProblem, unprovenStatements, verdictOfAudit } from '../formats/problem.ts';
import { formatText } from './format-text.ts';
import { type CheckArguments, HELP, readArguments } from './read-arguments.ts';
import { readSources } from './read-sources.ts';

/** The parts of a process that the command needs. */
interface CheckProcess {
  readonly folder: string;
  readonly version: string;
  readonly readStandardInput: () => Promise<string>;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** Runs the command and returns its exit code; see {@link HELP}. Never throws. */
export async function checkAnswer(args: readonly string[], process: CheckProcess): Promise<number> {
  try {
    const read = readArguments(args);
    if (read === 'help') process.print(HELP);
    else if (read === 'version') process.print(`${process.version}\n`);
    else return await check(read, process);
    return 0;
  } catch (error) {
    if (!MemoraError.isInstance(error)) throw error;
    process.printError(
      spellTreacherous(`error: ${error.message}\n${error.hint === undefined ? '' : `${error.hint}\n`}`),
    );
    return error.code === 'USAGE' ? 2 : 4;
  }
}

async function check(read: CheckArguments, process: CheckProcess): Promise<number> {
  const { documents, leftOut } = await readSources(read.sources, process.folder);
  for (const reason of leftOut)
    process.printError(`left out ${spellTreacherous(reason).replace(/\s+/gu, ' ')}\n`);
  const text = await readAnswer(read.answer, process);
  const report = await verifyAgainst({
    documents,
    answer: text,
    markers: read.markers,
    policy: read.allowAltered ? 'mark' : 'proven',
  });
  const allowed = { allowUncited: read.allowUncited, allowAltered: read.allowAltered };
  const uncited = read.allowUncited ? 0 : report.uncitedCount;
  const problems =
    report.checks.filter((each) => isProblem(each, allowed)).length +
    unprovenStatements(report, allowed).length +
    uncited;
  const nothing = report.checks.length === 0 && !read.allowUncited;
  process.print(await format(report, read, text, process.version));
  return problems > 0 || nothing ? 1 : 0;
}

async function format(
  report: VerificationReport,
  { format: wanted, allowUncited, allowAltered, answer }: CheckArguments,
  text: string,
  version: string,
): Promise<string> {
  const source = { text, file: answer === '-' ? '<stdin>' : answer };
  switch (wanted) {
    case 'json':
      return toJson({ ...report, verdict: verdictOfAudit(report) });
    case 'sarif': {
      const { toSarif } = await import('../formats/to-sarif.ts');
      return toJson(toSarif(report, source, { allowUncited, allowAltered, version }));
    }
    case 'junit':
      return spellTreacherous(
        (await import('../formats/to-junit.ts')).toJunit(report, source, { allowUncited, allowAltered }),
      );
    case 'html':
      return (await import('../formats/render-proof-page.ts')).renderProofPage(report, {
        title: source.file,
      });
    default:
      return formatText(report, allowUncited);
  }
}

/** Serialises a value as JSON without characters that control a terminal. */
function toJson(value: unknown): string {
  return `${escapeTreacherous(JSON.stringify(value, null, 2))}\n`;
}

async function readAnswer(file: string, process: CheckProcess): Promise<string> {
  if (file === '-') return process.readStandardInput();
  try {
    return await readFile(resolve(process.folder, file), 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ValidatorError(`the answer can't be read: ${file} (${code ?? 'error'})`, {
      code: 'ANSWER_UNREADABLE',
      hint: 'Name a text file, or - for standard input.',
      cause,
    });
  }
}

import { existsSync } from 'node:fs';
import {
  AUDIT_RULES,
  AUDIT_VERDICTS,
  type AuditFinding,
  type AuditReport,
  type AuditVerdict,
  auditStore,
  toAuditHtml,
  toAuditJson,
  toAuditJunit,
  toAuditSarif,
} from '@memora/bridge';
import { loadConfig } from '@memora/engine/config';
import { spellTreacherous } from '@memora/language/text';
import { readFlags } from '../../input/read-flags.ts';
import { readText, usageError } from '../../input/read-option.ts';
import { toPath } from '../../input/resolve-vault.ts';
import { toJsonLines } from '../../output/create-output.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { readVersion } from '../../read-version.ts';

/** Audits the stores of other systems. Prints places and reasons, never text of a memory or a source, because no list of rules covers every credential. */
export async function auditMemories(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  // Opens no vault: settings without a vault are enough to find a mistyped one.
  await loadConfig({ vault: io.cwd, env: io.env, flags: readFlags(options) });
  const failOn = readVerdicts(readText(options, 'failOn') ?? 'secret,injected,contradicted');
  const stores = args.map((path) => present(path, io.cwd));
  const against = listOf(options['against']).map((path) => present(path, io.cwd));
  const folder = readText(options, 'folder');
  const report = await auditStore(stores, {
    against,
    ...(folder === undefined ? {} : { folder: present(folder, io.cwd) }),
    ...(io.signal === undefined ? {} : { signal: io.signal }),
  });
  const format = readText(options, 'format') ?? (output.json ? 'json' : 'text');
  if (format === 'sarif')
    io.stdout.write(toJsonLines(toAuditSarif(report, { failOn, version: await readVersion() }), 2));
  else if (format === 'junit') io.stdout.write(spellTreacherous(toAuditJunit(report, { failOn })));
  else if (format === 'html') io.stdout.write(toAuditHtml(report, { failOn }));
  else if (format === 'json')
    io.stdout.write(toJsonLines(toAuditJson(report), io.stdout.isTTY ? 2 : undefined));
  else print(context, report, failOn);
  return failOn.some((verdict) => report.counts[verdict] > 0) ? EXIT.checkFailed : EXIT.done;
}

function print(
  { output }: CommandContext,
  { findings, counts, problems }: AuditReport,
  failOn: readonly AuditVerdict[],
): void {
  for (const verdict of AUDIT_VERDICTS) {
    const own = findings.filter((finding) => finding.verdict === verdict);
    if (own.length === 0) continue;
    const style = failOn.includes(verdict) ? 'red' : verdict === 'grounded' ? 'green' : 'yellow';
    output.line(`${output.style(style, `${verdict}  ${counts[verdict]}`)}  ${AUDIT_RULES[verdict]}`);
    if (verdict !== 'grounded') for (const finding of own) output.line(`  ${lineOf(finding)}`);
  }
  for (const { problem, file, number, message } of problems)
    output.note(`${file}${number === undefined ? '' : `:${number}`}  ${problem}: ${message}`);
  output.note(`${findings.length} memories, ${findings.length - counts.grounded} of them not grounded.`);
}

function lineOf({ memory, place, against, code, reason }: AuditFinding): string {
  const beside = against === null ? '' : `  (${against.file}:${against.line})`;
  // A database has no lines: row numbers repeat across tables, and a row may contain several memories.
  const at = memory.provider === 'claude-mem' ? memory.id : place.line;
  return `${place.file}:${at}  ${code}  ${reason}${beside}`;
}

function listOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((each): each is string => typeof each === 'string');
  return typeof value === 'string' ? [value] : [];
}

function present(path: string, cwd: string): string {
  const full = toPath(path, cwd);
  if (!existsSync(full))
    throw usageError(`there is nothing at ${path}`, 'Name a file or a folder that exists.');
  return full;
}

function readVerdicts(text: string): readonly AuditVerdict[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none');
  return names.map((name) => {
    const verdict = AUDIT_VERDICTS.find((each) => each === name);
    if (verdict === undefined)
      throw usageError(
        `${name} is not a verdict of an audit`,
        `Give some of ${AUDIT_VERDICTS.join(', ')}, or none.`,
      );
    return verdict;
  });
}

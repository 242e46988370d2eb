import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { readFlag, readInteger, readText, usageError } from '../read-option.ts';
import { toPath } from '../resolve-vault.ts';

/** What every report says of itself within its first bytes. */
const GENERATOR = '<meta name="generator" content="memora report">';
const HEAD = 4_096;

/** Writes the vault as one HTML file. */
export async function writeReport(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  const maxNodes = readInteger(options, 'maxNodes', 1);
  const share = readFlag(options, 'share');
  const wanted = readText(options, 'output');
  await using memory = await openCliMemory(context);
  const target = wanted === undefined ? join(memory.vault, '.memora', 'report.html') : toPath(wanted, io.cwd);
  await refuseOther(target);
  const { html, figures } = await memory.report({
    share,
    signal: io.signal,
    ...(maxNodes === undefined ? {} : { maxNodes }),
  });
  await replaceFile(target, html);
  output.payload({
    path: target,
    bytes: Buffer.byteLength(html),
    share,
    generated_at: figures.generatedAt,
    notes: figures.notes,
    claims: figures.claims,
    claims_shown: figures.claimsShown,
    contradictions: figures.unsettled,
    stale: figures.stale,
    intact: figures.intact,
    relocated: figures.relocated,
    changed: figures.changed,
    gone: figures.gone,
  });
  output.line(`${output.style('green', 'written')}  ${target}`);
  if (figures.changed + figures.gone > 0)
    output.note(
      `${figures.changed + figures.gone} claims no longer stand in their notes: run \`memora index\`.`,
    );
  if (readFlag(options, 'open')) await openInBrowser(target, context);
  return EXIT.done;
}

/** A report may be written over; a file that is something else may not. */
async function refuseOther(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    if (bytesRead === 0 || buffer.toString('latin1').includes(GENERATOR)) return;
  } finally {
    await file.close();
  }
  throw usageError(`${path} exists and is no report of Memora`, 'Name another file.');
}

/** Puts the whole file in place at once, readable by its owner alone. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await chmod(temporary, 0o600);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { loadConfig } from '@memora/engine/config';
import { countProblems, toAnswerJson, toVerifyJson } from '@memora/engine/json';
import { pathOf, placeIn, writeWholeFile } from '@memora/privacy/files';
import { assetsDir } from '../assets-dir.ts';
import { buildDemoAnswer } from '../demo/build-demo-answer.ts';
import { readFlags } from '../input/read-flags.ts';
import { readFlag, readText } from '../input/read-option.ts';
import { toPath } from '../input/resolve-vault.ts';
import { formatVerdict } from '../output/format/format-verdict.ts';
import { printAnswer } from '../output/format/print-answer.ts';
import { openInBrowser } from '../output/open-in-browser.ts';
import { refuseOtherFile } from '../output/write-page.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

const QUESTIONS = [
  { question: 'How often do the buoys report?', inEnglish: '' },
  {
    question: '圧力センサーの校正はいつ行う？',
    inEnglish: ' (How often are the pressure sensors calibrated?)',
  },
];

/** The note that is edited at the end, and the edit. */
const EDITED = {
  note: 'semantic/projects/tidewatch/reporting-interval.md',
  from: 'The reporting interval is 30 seconds.',
  to: 'The reporting interval is 10 seconds.',
};

/**
 * Shows the main features on a temporary vault: index, ask, audit an answer with one of every bad citation,
 * then change a note on disk and show that its citation fails.
 */
export async function demo(context: CommandContext): Promise<ExitCode> {
  const { io, options, output } = context;
  const wanted = readText(options, 'html');
  const page =
    wanted !== undefined
      ? toPath(wanted, io.cwd)
      : readFlag(options, 'open')
        ? join(tmpdir(), `memora-demo-${process.pid}.html`)
        : null;
  if (page !== null) await refuseOtherFile(page);
  const folder = await mkdtemp(join(tmpdir(), 'memora-demo-'));
  const vault = join(folder, 'vault');
  try {
    await cp(join(assetsDir, 'demo-vault'), vault, { recursive: true });
    // A separate config folder, so that a demo leaves no key behind and no setting of the user changes the
    // output.
    const env = { MEMORA_CONFIG_DIR: join(folder, 'config') };
    await using memory = await openMemory({
      vault,
      env,
      loadConfig: (root) => loadConfig({ vault: root, env, flags: readFlags(options) }),
    });
    const title = (text: string) => output.line(`\n${output.style('bold', text)}\n`);

    output.line(output.style('bold', 'Memora: cite, or it didn’t happen.'));
    const { report } = await memory.index({ signal: io.signal });
    output.line(
      `A temporary vault: ${report.notes} notes, ${report.claims} claims, indexed in ${report.seconds.toFixed(2)} s.`,
    );

    const answers = [];
    for (const [i, { question, inEnglish }] of QUESTIONS.entries()) {
      title(`${i + 1}. ${question}${inEnglish}`);
      const answer = await memory.ask(question, { k: 5, bands: ['public', 'private'], signal: io.signal });
      answers.push({ question, ...toAnswerJson(answer) });
      await printAnswer(answer, memory, output, { proof: true });
    }

    title('3. A made-up answer with every kind of bad citation');
    const forged = await buildDemoAnswer(memory);
    const audit = await memory.verify(forged.text, { allowedIds: forged.allowedIds });
    const problems = countProblems(audit);
    for (const line of await formatVerdict(audit, memory, output, { reveal: false, problems }))
      output.line(line);
    title('What the notes prove');
    output.line(audit.cleanText.trim());

    title(`4. Somebody edits ${EDITED.note}`);
    output.line(`- ${EDITED.from}\n+ ${EDITED.to}\n`);
    const before = await memory.verify(forged.stillTrue);
    const note = placeIn(memory.vault, EDITED.note);
    await writeWholeFile(note, (await readFile(pathOf(note), 'utf8')).replace(EDITED.from, EDITED.to));
    const after = await memory.verify(forged.stillTrue);
    output.line(`Before: ${before.verdict}. After, without indexing again:\n`);
    for (const line of await formatVerdict(after, memory, output, {
      reveal: false,
      problems: countProblems(after),
    })) {
      output.line(line);
    }
    output.payload({
      vault: readFlag(options, 'keep') ? vault : null,
      notes: report.notes,
      claims: report.claims,
      answers,
      audit: toVerifyJson(audit),
      before_edit: toVerifyJson(before),
      after_edit: toVerifyJson(after),
      html: page,
    });
    if (page !== null) {
      const { writeProof } = await import('../output/write-proof.ts');
      await writeProof(page, audit, context, 'An answer somebody made up, audited');
      if (readFlag(options, 'open')) await openInBrowser(page, context);
    }
    const { command = 'memora' } = io;
    const next = ['open', '"When does the passport expire?"'].map(
      (each) => `  ${command} ${each} --vault ~/notes`,
    );
    output.note(`\nNow your own notes:\n${next.join('\n')}`);
    if (readFlag(options, 'keep')) output.note(`The vault is kept: ${vault}`);
    return EXIT.done;
  } finally {
    if (!readFlag(options, 'keep')) await rm(folder, { recursive: true, force: true });
  }
}

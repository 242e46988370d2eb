import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireText } from '@memora/core';
import {
  createLeakGuard,
  joinWire,
  type LeakGuard,
  parsePrivacyMarkers,
  toWireClaim,
  wire,
} from '@memora/privacy';
import { openVault } from '@memora/vault';
import { createRandomText } from './privacy-runs/random-text.ts';
import { readLabelledLines, scoreDetector } from './privacy-runs/score-detector.ts';
import { scoreVaults } from './privacy-runs/score-vaults.ts';
import { interleave, type Report, type Suite } from './report.ts';

const MEGABYTE = 1024 * 1024;
const SECRETS = 100_000;
const CLAIMS = 100;
const OTHER_WRITING: Readonly<Record<string, string>> = {
  French: "l'été dernier à la plage on a mangé des glaces près du café, ",
  Cyrillic: 'и хочется сказать, что тут стоит чай ',
  Chinese: '我的工资是每月四万二千元，不要告诉别人',
  'Cyrillic in JSON escapes': '\\u0438\\u0434\\u0430 \\u0442\\u0443\\u0442 ',
  'a URL': 'hello%20world%20and%20more%2C%20',
  'base64 in lines': `${'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0'.repeat(2)}\r\n`,
};
const LEAST: Readonly<Record<string, number>> = {
  credentials: 0.95,
  'cards and IBANs': 0.95,
  'e-mail and phone': 0.9,
  'medical conditions': 0.7,
  'other personal data': 0.7,
};

/** The detector on its labelled set, and the cost of the leak guard and the marker parser. */
export const suite: Suite = {
  name: 'privacy',
  async run(report) {
    reportDetector(report);
    reportVaults(report);
    const guard = await buildGuard(report);
    await reportScan(report, guard);
    await reportPrompt(report, guard);
    await reportMarkers(report);
  },
};

function reportDetector(report: Report): void {
  const lines = readLabelledLines();
  const languages = new Set(lines.map((line) => line.language)).size;
  report.heading(
    `Detector: ${lines.length} labelled lines in ${languages} languages, written for this project`,
  );
  const scores = scoreDetector(lines);
  report.table(
    scores.map((score) => ({
      group: score.group,
      labels: score.labels,
      found: score.found,
      recall: score.recall.toFixed(3),
      findings: score.findings,
      precision: score.precision.toFixed(3),
    })),
  );
  for (const { group, recall, precision } of scores) {
    const min = LEAST[group] ?? 0.7;
    report.budget(`${group}: recall`, recall, { min });
    report.budget(`${group}: precision`, precision, { min });
  }
}

/** The detector's findings in notes that are only documentation, read by hand. */
function reportVaults(report: Report): void {
  const scored = scoreVaults();
  if (scored === null) {
    report.heading('Detector on public vaults: not run, the vaults are missing');
    return;
  }
  report.heading(
    `Detector on ${scored.notes.toLocaleString('en')} notes of public vaults, every finding read by hand`,
  );
  report.table(
    scored.scores.map(({ dataClass, findings, right, unread }) => ({
      class: dataClass,
      findings,
      right,
      'not read yet': unread.length,
      precision: findings === 0 ? '-' : (right / findings).toFixed(3),
    })),
  );
  for (const { dataClass, findings, right } of scored.scores) {
    if (findings > 0) report.budget(`public vaults, ${dataClass}: precision`, right / findings, { min: 0.9 });
  }
}

async function buildGuard(report: Report): Promise<LeakGuard> {
  const text = createRandomText(1, 'ka to mi re sun del por ing ter an ber lo vi sta gen com pre al ic or');
  const secrets = Array.from({ length: SECRETS }, (_, i) => ({ id: `claim${i}`, text: text.sentence(12) }));
  const guard = createLeakGuard({ secrets: () => secrets });
  report.heading(`Leak guard with ${SECRETS.toLocaleString('en')} secret spans known`);
  const started = performance.now();
  await guard.scan(['']);
  report.note(`building it, once, before the first request: ${Math.round(performance.now() - started)} ms`);
  return guard;
}

async function reportScan(report: Report, guard: LeakGuard): Promise<void> {
  const text = createRandomText(2, 'qua zho xen gri wul fask bem dro hig jat lund mov nep osk purl');
  let content = '';
  while (content.length < MEGABYTE) content += `${text.sentence(12)}\n`;
  const payload = new TextEncoder().encode(JSON.stringify({ content })).subarray(0, MEGABYTE);
  const times = await interleave(
    { guard: () => guard.scan([payload]), sha256: () => hash('sha256', payload) },
    { rounds: 50, warmup: 20, processorTime: true },
  );
  const ratio = report.compare('scan of 1 MiB of JSON', times.guard, {
    name: 'SHA-256 of it',
    value: times.sha256,
  });
  report.budget('scan of 1 MiB', ratio, { max: 5, unit: '×', baseline: 'SHA-256' });
  report.note('the same of other writing, for which the issue sets no bound:');
  for (const [name, unit] of Object.entries(OTHER_WRITING)) {
    const other = new TextEncoder()
      .encode(unit.repeat(Math.ceil(MEGABYTE / unit.length)))
      .subarray(0, MEGABYTE);
    const { guard: ours, sha256 } = await interleave(
      { guard: () => guard.scan([other]), sha256: () => hash('sha256', other) },
      { rounds: 10, warmup: 5, processorTime: true },
    );
    report.compare(`scan of 1 MiB, ${name}`, ours, { name: 'SHA-256 of it', value: sha256 });
  }
}

/** The work before a request: each claim's span is read from its note, minted, joined and written as JSON. */
async function reportPrompt(report: Report, guard: LeakGuard): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
  try {
    const text = createRandomText(3, 'qua zho xen gri wul fask bem dro hig jat lund mov nep osk purl');
    await mkdir(join(folder, 'notes'));
    const claims = await Promise.all(
      Array.from({ length: CLAIMS }, async (_, i) => {
        const line = text.sentence(16);
        await writeFile(join(folder, 'notes', `${i}.md`), `# Note ${i}\n\n${line}\n`);
        return {
          id: `claim${i}`.padStart(16, '0'),
          notePath: `notes/${i}.md`,
          subject: 'Note',
          predicate: 'says',
          object: line,
          band: 'private' as const,
          start: `# Note ${i}\n\n`.length,
          length: line.length,
        };
      }),
    );
    const vault = await openVault(folder);
    const build = async (): Promise<string> => {
      const blocks: WireText[] = [];
      for (const claim of claims) {
        const bytes = await vault.readNote(claim.notePath);
        const span = new TextDecoder().decode(bytes.subarray(claim.start, claim.start + claim.length));
        const shown = toWireClaim({ ...claim, text: span }, 'cloud-model');
        if (shown !== null) blocks.push(wire`[claim:${shown.claimId}]\n${shown.text ?? wire``}`);
      }
      return JSON.stringify({ messages: [{ role: 'user', content: joinWire(blocks, '\n\n') }] });
    };
    const times = await interleave(
      { guarded: async () => guard.check([await build()]), plain: build },
      { rounds: 300, warmup: 200, processorTime: true },
    );
    const ratio = report.compare(`prompt of ${CLAIMS} claims, guarded`, times.guarded, {
      name: 'not guarded',
      value: times.plain,
    });
    report.budget('what the guard adds', (ratio - 1) * 100, {
      max: 10,
      unit: '%',
      baseline: 'building the prompt',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function reportMarkers(report: Report): Promise<void> {
  report.heading('Privacy markers on 1 MiB');
  const note = 'A line of text with <b>tags</b> and more of it.\n'.repeat(40);
  const unit = `${note}<!--privacy:secret-->hidden<!--/privacy-->\n`;
  const bytes = new TextEncoder().encode(unit.repeat(Math.ceil(MEGABYTE / unit.length)));
  const decoder = new TextDecoder();
  const times = await interleave(
    { markers: () => parsePrivacyMarkers(bytes), decode: () => decoder.decode(bytes) },
    { rounds: 25, warmup: 10 },
  );
  report.compare('parsePrivacyMarkers', times.markers, { name: 'TextDecoder', value: times.decode });
}

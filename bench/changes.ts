import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, openMemory } from '@memora/engine';
import { openScriptedJudge } from './changes-runs/open-scripted-judge.ts';
import { type LabelledPair, readChangeLabels, toPlain } from './changes-runs/read-change-labels.ts';
import type { Report, Suite } from './report.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

/** Finds changes in a vault of a year and a half that is mixed with other vaults: by rules alone, and with a judge that answers from the labels. */
export const suite: Suite = {
  name: 'changes',
  run: async (report: Report) => {
    const set = join(data, 'changes');
    if (!existsSync(set)) {
      report.note('Left out: the test data are not here.');
      return;
    }
    const pairs = readChangeLabels(set);
    const folder = mkdtempSync(join(tmpdir(), 'memora-bench-changes-'));
    try {
      const vault = join(folder, 'vault');
      cpSync(join(set, 'vault'), vault, { recursive: true });
      const wanted = process.env['MEMORA_BENCH_VAULTS']?.split(',') ?? readdirSync(join(data, 'vaults'));
      for (const name of wanted.filter((each) => each !== ''))
        cpSync(join(data, 'vaults', name), join(vault, 'other', name), { recursive: true });
      await measure(report, vault, join(folder, 'config'), pairs);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  report: Report,
  vault: string,
  home: string,
  pairs: readonly LabelledPair[],
): Promise<void> {
  await using judge = await openScriptedJudge(pairs);
  const env = { MEMORA_CONFIG_DIR: home, OPENAI_API_KEY: 'k' };
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': judge.url, 'llm.model': 'scripted' };
  const round = async (name: 'rules' | 'llm') => {
    await using memory = await openMemory({
      vault,
      env,
      loadConfig: (root) => loadConfig({ vault: root, env, flags: { ...flags, 'claims.judge': name } }),
    });
    await memory.index({ writeNotes: false });
    const listed = await memory.contradictions();
    const texts = await memory.readSpans(listed.flatMap(({ newer, older }) => [newer, older]));
    const plain = texts.map((text) => toPlain(text ?? ''));
    const isFound = ({ older, newer }: LabelledPair): boolean =>
      listed.some((_, i) => {
        const [a, b] = [plain[2 * i] ?? '', plain[2 * i + 1] ?? ''];
        return (touch(a, older) && touch(b, newer)) || (touch(a, newer) && touch(b, older));
      });
    return {
      listed: listed.length,
      found: changes.filter(isFound).length,
      traps: traps.filter(isFound).length,
    };
  };
  const changes = pairs.filter(({ relation }) => relation === 'replaces' || relation === 'contradicts');
  const traps = pairs.filter(({ relation }) => relation === 'same' || relation === 'compatible');
  const rules = await round('rules');
  const judged = await round('llm');
  const shown = changes.filter(({ id }) => judge.shown.has(id)).length;
  const { requests, passages, longestPrompt } = judge.counts;
  report.table([
    {
      by: 'rules',
      changes: `${rules.found} of ${changes.length}`,
      traps: `${rules.traps} of ${traps.length}`,
      listed: rules.listed,
    },
    {
      by: 'judge',
      changes: `${judged.found} of ${changes.length}`,
      traps: `${judged.traps} of ${traps.length}`,
      listed: judged.listed,
    },
  ]);
  report.note(
    `${requests} requests with ${passages} older passages; the longest has ${longestPrompt} characters.`,
  );
  report.budget('changes that the judge is shown', shown / changes.length, { min: 0.88 });
  report.budget('changes found with the judge', judged.found / changes.length, { min: 0.85 });
  report.budget('traps taken for changes with the judge', judged.traps / traps.length, { max: 0.1 });
  report.budget('contradictions listed without a judge', rules.listed, { max: 60 });
  report.budget('traps taken for changes by rules', rules.traps, { max: 0.1 * Math.max(1, rules.found) });
}

function touch(text: string, quote: string): boolean {
  const wanted = toPlain(quote);
  return text !== '' && (text.includes(wanted) || wanted.includes(text));
}

import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openMemory } from '@memora/engine';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { ORACLE_SIDES, oracleNotes } from '@memora/testing-fixtures/oracle-notes';
import { expect, it } from 'vitest';
import { createToolService } from './protocol/tool-service.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

type Side = (typeof ORACLE_SIDES)[number];

const DAY = new Date('2026-11-20');
/** The size of a note that no question waits for: the index stays outdated for it. */
const LARGE_BYTES = 1_100_000;

/**
 * Passages of all shapes with secrets: next to a sentence, above a list, in an item, in code, in a heading
 * and in its row.
 */
function longNotes(side: Side): Record<string, string> {
  const at = ORACLE_SIDES.indexOf(side);
  const hide = (...texts: readonly [string, string, string]) => {
    const width = Math.max(...texts.map((text) => text.length));
    return `<!--privacy:secret-->${(texts[at] ?? '').padEnd(width, '.')}<!--/privacy-->`;
  };
  return {
    'projects/runbook.md': `---
date: 2026-02-01
---
# Runbook

How do you restart the gateway? ${hide('Ask Oskar for the pin 4711.', 'Ask Agnes for the pin 8630.', 'The herons wade at low tide.')} These are the steps:

1. Stop the pump.
2. ${hide('Type 4711 on the panel.', 'Type 8630 on the panel.', 'Look at the old herons.')}
3. Start the gateway with \`gatewayctl start\`.

Since March 2026 the gateway restarts at night. ${hide('Until May 2026 it was restarted by Oskar.', 'Since June 2019 it restarts at noon.', 'Mia sings.')} Before that it restarted by day.

## ${hide('Gateway restarts of 2019', 'Gateway pins of 2031', 'Choir')}

\`\`\`sh
gatewayctl restart
${hide('# pin 4711', '# pin 8630', '# herons')}
gatewayctl status
\`\`\`

| step | ${hide('pin', 'who', 'why')} | takes |
|---|---|---|
| restart | ${hide('4711', '8630', 'tide')} | 5 minutes |
`,
    'people/mia.md': `# Mia

In March 2026 Mia led the gateway team. ${hide('In April 2026 Mia was ill with leukemia.', 'In April 2019 Mia moved to Rome.', 'Herons.')} In May 2026 Mia led the pump team.
`,
  };
}

const QUESTIONS = everyNth(
  [
    'How do you restart the gateway?',
    'When did the gateway move?',
    'Where did the gateway move in March 2026?',
    'Who led the gateway team in April 2026?',
    'What did Mia lead last year?',
    'What happened to the gateway in 2019?',
    'Since when does the gateway restart at night?',
    'What is the history of the buoy interval?',
    'What is the pin of the gateway?',
    'Was Mia ill in April 2026?',
    'Who is Oskar?',
  ],
  3,
);
const DATES = ['2019-07-01', '2026-04-15'];

async function tell(side: Side): Promise<{ told: readonly string[]; behind: unknown }> {
  await using vault = await setupVault({ 'first.md': '# First\n' });
  const write = async (path: string, text: string) => {
    const full = join(vault.vault, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, text);
    await utimes(full, DAY, DAY);
  };
  for (const [path, text] of Object.entries({ ...oracleNotes(side), ...longNotes(side) }))
    await write(path, text);
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  const told: unknown[] = [];
  const ids = new Map<string, string>();
  const know = async () => {
    const { claims } = await memory.claims.listClaims({ retired: true, limit: 1_000 });
    for (const { id, band, notePath, span } of claims)
      if (band === 'secret') ids.set(id, `<secret ${notePath} ${span.start}>`);
  };
  const service = createToolService({
    memory: async () => memory,
    toolset: 'all',
    log: (line) => told.push(line),
  });
  const call = {
    signal: new AbortController().signal,
    progress: (...args: unknown[]) => told.push(['progress', ...args]),
    notesChanged: () => told.push('notes changed'),
  };
  const bands = ['public', 'private'] as const;
  const ask = async () => {
    for (const query of QUESTIONS) {
      for (const input of [{ query }, { query, k: 3 }, ...DATES.map((as_of) => ({ query, as_of }))])
        for (const name of ['memora_query', 'memora_query_cited'])
          told.push([name, input, await service.callTool(name, input, call)]);
      const found = await memory.query(query, { bands, k: 20 });
      told.push(['query', query, found.hits.map(({ claim, ...hit }) => [claim.id, hit]), found.behind]);
      told.push(['passages', await memory.passages(query, { bands, k: 20 })]);
      told.push(['ask', await memory.ask(query, { bands })]);
    }
  };
  told.push(['refresh', await memory.refresh({ budgetMs: 60_000 })]);
  await know();
  await ask();
  // Secret and open text changes. The next question indexes some of it, but not the large notes.
  const other = ORACLE_SIDES[(ORACLE_SIDES.indexOf(side) + 1) % ORACLE_SIDES.length] as Side;
  await write('people/mia.md', `${longNotes(other)['people/mia.md']}\nMia rows on Sundays.\n`);
  await write('people/diary.md', `${oracleNotes(other)['people/diary.md']}\nIt rained.\n`);
  const word = { 'says the same': 'gate', 'says another thing': 'mill', 'speaks of something else': 'tide' }[
    side
  ];
  const large = word.repeat(LARGE_BYTES / 4);
  for (const name of ['zeta', 'alpha', 'mid'])
    await write(
      `people/${name}.md`,
      `---\nprivacy: secret\nid: ${word}-${name}\n---\n# ${word}\n\n${large}\n`,
    );
  await write('plans/open.md', `# Open\n\n<!--privacy:secret-->${large}<!--/privacy-->\n`);
  told.push(['refresh', await memory.refresh({ budgetMs: 60_000 })]);
  await know();
  await ask();
  const answered = await service.callTool('memora_decisions', {}, call);
  told.push(['behind', answered]);
  const behind = answered?.ok === true ? answered.output['behind'] : null;
  return {
    behind,
    told: told.map((each) => {
      let text = JSON.stringify(each);
      for (const [id, place] of ids) text = text.replaceAll(id, place);
      return text
        .replaceAll(vault.folder, '<folder>')
        .replace(/\[redacted\]\.md#[0-9a-z]+/g, '[redacted].md#<alias>')
        .replace(/"(?:tookMs|ms|seconds)":[\d.]+/g, '"ms":0')
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, '<time>');
    }),
  };
}

it('tells the same of passages, times, reasons and what is behind, whatever secrets stand among them', {
  timeout: 300_000,
}, async () => {
  const sides = [];
  // The side with the same text, and another one; all sides with `MEMORA_TEST_WHOLE=1`.
  for (const side of everyNth(ORACLE_SIDES, 2)) sides.push(await tell(side));
  const [same, ...others] = sides;
  const whole = same?.told.join('\n') ?? '';
  for (const field of ['passages', 'heading_path', 'time_read', '"why"', '"since"', '"as_of"', '"behind"'])
    expect(whole).toContain(field);
  // The digits of a score are not a PIN.
  expect(whole).not.toMatch(/(?<!\d)4711(?!\d)|leukemia|Oskar for/);
  for (const other of others) {
    const at = same?.told.flatMap((line, i) => (line === other.told[i] ? [] : [i])) ?? [];
    expect(at.map((i) => other.told[i])).toEqual(at.map((i) => same?.told[i]));
  }
  // Named in the order of the shown names, because the order of the paths would reveal them.
  for (const { behind } of sides) {
    expect(behind).toHaveLength(4);
    expect(behind).toEqual([...(behind as string[])].sort());
  }
});

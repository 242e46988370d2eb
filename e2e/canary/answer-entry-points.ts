import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { EntryContext, EntryPoint, McpRequest, Outputs } from './entry-point.ts';
import { told } from './told.ts';

/** No model writes the answer: it is made of passages. Nothing is embedded elsewhere, so that a question looks at the notes first. */
const BY_ITSELF = ['--set', 'llm.provider=none', '--set', 'embed.provider=local'];

/** Questions about times, of the notes and of what is secret in them. */
const TIMES = [
  'What did Bo cook on 2 March 2026?',
  'Since when does the harbour office stand?',
  'Where did Ida live in 1998?',
  'When does the harbour lease end?',
  'What happens to the harbour office in the next century?',
];

/** Longer than a question waits for: such a note stays behind the index. */
const LARGE_TIMES = 80_000;
/** Each note gets words of its own, so that no text of a secret note is also sent from an open one. */
const WORDS =
  'amber birch cedar dahlia ember fennel garnet hazel indigo jasper kelp larch maple nettle olive pewter quartz rowan sorrel thistle umber'.split(
    ' ',
  );

const call = (name: string, input: object): McpRequest => ({
  method: 'tools/call',
  params: { name, arguments: input },
});

/** Answers that are passages, as of a time, asked of the notes as they are now. */
export const ANSWER_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'answers by passages',
    covers: ['query'],
    run: async ({ memora, question }) => {
      const all: Outputs[] = [
        await memora(['query', question, ...BY_ITSELF]),
        await memora(['query', question, '--json', '--as-of', '2126-06-01', ...BY_ITSELF]),
      ];
      for (const each of [question, ...TIMES])
        all.push(
          told(await memora(['query', each, '--json', '--raw', '--k', '40', ...BY_ITSELF]), '"passages"'),
        );
      // Without these nothing would be proved of them.
      const said = all.map(({ stdout }) => stdout).join('\n');
      for (const word of ['"fingerprint"', '"headings"', '"words"', '"time_read"', '"nearest"'])
        if (!said.includes(word)) throw new Error(`not told: ${word}`);
      return all;
    },
  },
  {
    name: 'questions to notes that changed',
    covers: ['query'],
    run: (context) =>
      whileChanged(context.vault, async () => {
        const { memora, mcp, question, program } = context;
        return [
          told(await memora(['query', question, '--json', ...BY_ITSELF]), '"behind"'),
          await memora(['query', question, ...BY_ITSELF]),
          told(
            await memora(['query', question, '--claims', '--json', '--k', '50', ...BY_ITSELF]),
            '"behind"',
          ),
          await memora(['query', question, '--claims', ...BY_ITSELF]),
          await memora(['query', question, '--json']),
          await mcp([
            ...[question, ...TIMES].flatMap((query) => [
              call('memora_query', { query, k: 50, as_of: '2126-06-01' }),
              call('memora_query_cited', { query }),
            ]),
            call('memora_verify_answer', { text: 'Ida runs the harbour office.' }),
            call('memora_get_world_map', {}),
          ]),
          told(await program('./drive-memory.ts', [question, ...TIMES]), 'refresh', 'behind', 'passages'),
          await memora(['doctor', '--json']),
          await memora(['doctor']),
        ];
      }),
  },
];

/** Makes notes longer, so that what is secret in them is behind the index, and puts them back. */
async function whileChanged(
  vault: EntryContext['vault'],
  work: () => Promise<readonly Outputs[]>,
): Promise<readonly Outputs[]> {
  const folder = `${vault}/semantic`;
  const changed = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .concat(['ida', 'mia'].map((name) => `${folder}/people/${name}.md`))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  if (changed.length > WORDS.length) throw new RangeError('more notes than words');
  // One stays behind the index, two with `MEMORA_TEST_WHOLE=1`; the others are taken in by the next question. Each large note is read by every process here.
  const behind = process.env['MEMORA_TEST_WHOLE'] === '1' ? [0, 2] : [0];
  for (const [i, { path, text }] of changed.entries()) {
    const word = WORDS[i % WORDS.length];
    const large = behind.includes(i) ? `${word} again.\n\n`.repeat(LARGE_TIMES) : '';
    writeFileSync(path, `${text}\n\nThe ${word} boat lies in the harbour.\n\n${large}`);
  }
  try {
    return await work();
  } finally {
    for (const { path, text } of changed) writeFileSync(path, text);
  }
}

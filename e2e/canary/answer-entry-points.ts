import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { EntryContext, EntryPoint, McpRequest, Outputs } from './entry-point.ts';
import { told } from './told.ts';

/** No model writes the answer, so it consists of passages. Embeddings are local, so a question checks the notes first. */
const BY_ITSELF = ['--set', 'llm.provider=none', '--set', 'embed.provider=local'];

/** Questions about times, in the notes and in their secret parts. */
const TIMES = [
  'What did Bo cook on 2 March 2026?',
  'Since when does the harbour office stand?',
  'Where did Ida live in 1998?',
  'When does the harbour lease end?',
  'What happens to the harbour office in the next century?',
];

/** A note this large is not indexed within the time that a question waits. */
const LARGE_TIMES = 80_000;
/** Each note has its own words, so that an open note never sends the text of a secret one. */
const WORDS =
  'amber birch cedar dahlia ember fennel garnet hazel indigo jasper kelp larch maple nettle olive pewter quartz rowan sorrel thistle umber'.split(
    ' ',
  );

const call = (name: string, input: object): McpRequest => ({
  method: 'tools/call',
  params: { name, arguments: input },
});

/** Answers made of passages, answers as of a date, and answers from the current notes. */
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
      // Without these commands the run would prove nothing about them.
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

/** Makes notes longer, so that the index is behind on their secrets, and restores them. */
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
  // One note stays behind the index, two with `MEMORA_TEST_WHOLE=1`; the next question indexes the others. Every process here reads each large note.
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

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAgentMemory, readHookInput, runHook } from '@memora/agent-memory';
import { readConversations } from '@memora/conversations';
import { recallFact } from '../agent-memory-runs/recall-facts.ts';
import { interleave, type Report } from '../report.ts';

const BYTES = 10 * 1024 * 1024;

/** Recording a transcript of 10 MB at the end of a turn, beside reading and parsing it. Times are of the processor. */
export async function measureTranscript(report: Report, folder: string): Promise<void> {
  report.heading('a transcript of 10 MB');
  const vault = join(folder, 'vault');
  const config = join(folder, 'config');
  for (const each of [vault, config]) await mkdir(each, { recursive: true });
  await writeFile(join(config, 'config.toml'), '[memory]\nrecord = "always"\n');
  const id = randomUUID();
  const path = join(folder, 'transcript.jsonl');
  await writeFile(path, transcriptOf(id));
  await using agent = await openAgentMemory({ vault, env: { ...process.env, MEMORA_CONFIG_DIR: config } });
  const bytes = async function* () {
    yield await readFile(path);
  };
  const times = await interleave(
    {
      record: async () => {
        const session_id = randomUUID();
        const input = readHookInput(JSON.stringify({ session_id, transcript_path: path }));
        const { recorded } = await runHook('turn-end', input, agent, { openTranscript: bytes });
        if (recorded < 1_000) throw new Error(`${recorded} turns were recorded`);
      },
      parse: async () => {
        let turns = 0;
        for await (const each of readConversations(bytes(), { id }))
          if ('turns' in each) turns += each.turns.length;
        if (turns < 1_000) throw new Error(`${turns} turns were read`);
      },
      json: async () => {
        for (const line of (await readFile(path, 'utf8')).split('\n')) if (line !== '') JSON.parse(line);
      },
    },
    { rounds: 3, warmup: 1, processorTime: true },
  );
  report.table([{ 'JSON of each line, ms': times.json.median, 'turns of it, ms': times.parse.median }]);
  const ratio = report.compare('recorded, p50', times.record, {
    name: 'read into turns',
    value: times.parse,
  });
  report.budget('recording against reading and parsing', ratio, { max: 2, unit: '×' });
}

/** Sessions of coding agents: short sentences of people, longer answers, long outputs of tools. */
function transcriptOf(sessionId: string): string {
  const lines: string[] = [];
  let length = 0;
  for (let i = 0; length < BYTES; i++) {
    const { content, entity } = recallFact(i);
    const long = Array.from({ length: 120 }, (_, j) => `src/${entity}/file-${i}-${j}.ts: ok (${j} ms)`).join(
      '\n',
    );
    const at = new Date(Date.UTC(2026, 1, 1) + i * 1_000).toISOString();
    const [type, said] =
      i % 4 === 0
        ? ['user', content]
        : i % 4 === 2
          ? ['user', [{ type: 'tool_result', tool_use_id: `t${i - 1}`, content: long }]]
          : i % 4 === 1
            ? [
                'assistant',
                [{ type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command: `ls ${entity}` } }],
              ]
            : [
                'assistant',
                [{ type: 'text', text: `${content} I looked at ${entity}, and it is so. ${content}` }],
              ];
    const line = JSON.stringify({
      type,
      sessionId,
      uuid: `u${i}`,
      timestamp: at,
      message: { role: type, content: said },
    });
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

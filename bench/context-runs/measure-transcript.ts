import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAgentMemory, readHookInput, runHook } from '@memora/agent-memory';
import { readConversations, sealTurn } from '@memora/conversations';
import { type NewTurn, openVault } from '@memora/vault';
import { recallFact } from '../agent-memory-runs/recall-facts.ts';
import { interleave, type Report } from '../report.ts';

const BYTES = 10 * 1024 * 1024;
const PART = 64 * 1024;
const ROUNDS = 3;

/** Recording a transcript of 10 MB at the end of a turn, compared with reading and parsing it. Processor times. */
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
  // Equal words at the same time are recorded once, so each round has a separate day.
  const sessions = Array.from({ length: ROUNDS + 1 }, (): string => randomUUID());
  const transcripts = new Map(sessions.map((each, day) => [each, Buffer.from(transcriptOf(each, 3 * day))]));
  const times = await interleave(
    {
      record: async () => {
        const session_id = sessions.shift() as string;
        const bytesOf = async function* () {
          await readFile(path);
          yield transcripts.get(session_id) as Buffer;
        };
        const input = readHookInput(JSON.stringify({ session_id, transcript_path: path }));
        const { recorded } = await runHook('turn-end', input, agent, { openTranscript: bytesOf });
        if (recorded < 1_000) throw new Error(`${recorded} turns were recorded`);
      },
      parse: async () => {
        const { length } = await turnsOf(bytes(), id);
        if (length < 1_000) throw new Error(`${length} turns were read`);
      },
      masked: async () => {
        for (const turn of await turnsOf(bytes(), id)) sealTurn(turn);
      },
      written: async () => {
        const turns = (await turnsOf(bytes(), id)).map((turn) => sealTurn(turn));
        await writeTurns(turns, join(folder, 'plain', randomUUID()));
      },
      json: async () => {
        for (const line of (await readFile(path, 'utf8')).split('\n')) if (line !== '') JSON.parse(line);
      },
    },
    { rounds: ROUNDS, warmup: 1, processorTime: true },
  );
  report.table([
    {
      'JSON of each line, ms': times.json.median,
      'turns of it, ms': times.parse.median,
      'and credentials masked, ms': times.masked.median,
      'and written, ms': times.written.median,
    },
  ]);
  report.compare('recorded, p50', times.record, { name: 'read into turns', value: times.parse });
  const ratio = report.compare('recorded and indexed, p50', times.record, {
    name: 'read, masked and written',
    value: times.written,
  });
  report.budget('recording against reading, masking and writing', ratio, { max: 18, unit: '×' });
}

async function turnsOf(bytes: AsyncIterable<Uint8Array>, id: string): Promise<readonly NewTurn[]> {
  const turns: NewTurn[] = [];
  for await (const each of readConversations(bytes, { id })) if ('turns' in each) turns.push(...each.turns);
  return turns;
}

/** Writes turns into notes of 64 KiB like a recording, and does nothing else. */
async function writeTurns(turns: readonly NewTurn[], root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const vault = await openVault(root);
  const conversation = { id: 'conv_0123456789ab', channel: 'host', createdMs: Date.now() } as const;
  let [part, length, number]: [NewTurn[], number, number] = [[], 0, 0];
  const flush = async (): Promise<void> => {
    await vault.appendTurns(`talks/part-${number++}.md`, part, { conversation });
    [part, length] = [[], 0];
  };
  for (const turn of turns) {
    if (length > 0 && length + turn.text.length > PART) await flush();
    part.push(turn);
    length += turn.text.length;
  }
  await flush();
}

/** Sessions of coding agents: short sentences of people, longer answers, long tool outputs. */
function transcriptOf(sessionId: string, day = 0): string {
  const lines: string[] = [];
  let length = 0;
  for (let i = 0; length < BYTES; i++) {
    const { content, entity } = recallFact(i);
    const long = Array.from({ length: 120 }, (_, j) => `src/${entity}/file-${i}-${j}.ts: ok (${j} ms)`).join(
      '\n',
    );
    const at = new Date(Date.UTC(2026, 1, 1 + day) + i * 1_000).toISOString();
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

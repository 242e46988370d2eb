import { type Memory, openMemory } from '@memora/engine';
import { interleave, type Report } from '../report.ts';

const CITED = 10;

interface CitingServer {
  readonly memory: Pick<Memory, 'query' | 'verify' | 'readSpans'>;
  /** One round trip to the database. */
  readonly ping: () => Promise<void>;
}

/** An answer of ten statements, each with its citation, checked from the database and from a disk. */
export async function measureCitations(
  report: Report,
  server: CitingServer,
  { vault, question }: { readonly vault: string; readonly question: (i: number) => string },
): Promise<void> {
  report.heading(`verifying ${CITED} citations`);
  const env = { MEMORA_CONFIG_DIR: `${vault}-config`, MEMORA_EMBED_PROVIDER: 'none' };
  await using local = await openMemory({ vault, env: { ...process.env, ...env } });
  await local.index({ writeNotes: false });
  const draftOf = async (memory: CitingServer['memory'], turn: number): Promise<string> => {
    const lines: string[] = [];
    for (let i = 0; i < CITED; i++) {
      const { hits } = await memory.query(question(turn * CITED + i), { k: 1 });
      const [claim] = hits.map((hit) => hit.claim);
      if (claim === undefined) throw new Error('nothing to cite');
      lines.push(`${(await memory.readSpans([claim]))[0]} [claim:${claim.id}]`);
    }
    return lines.join('\n\n');
  };
  const drafts: Record<'team' | 'local', string[]> = { team: [], local: [] };
  for (let turn = 0; turn < 12; turn++) {
    drafts.team.push(await draftOf(server.memory, turn));
    drafts.local.push(await draftOf(local, turn));
  }
  const verify = async (memory: CitingServer['memory'], draft: string) => {
    const { checks } = await memory.verify(draft);
    if (checks.length !== CITED || checks.some(({ status }) => status !== 'verified'))
      throw new Error('a citation is not verified');
  };
  const [turns, at] = [
    { team: 0, local: 0 },
    (list: readonly string[], i: number) => list[i % list.length] ?? '',
  ];
  const times = await interleave(
    {
      team: () => verify(server.memory, at(drafts.team, turns.team++)),
      local: () => verify(local, at(drafts.local, turns.local++)),
      ping: server.ping,
    },
    { rounds: 240, warmup: 12 },
  );
  const { team, ping } = times;
  report.note(
    `from the database ${team.median.toFixed(2)} ms, from a disk ${times.local.median.toFixed(2)} ms, a round trip ${ping.median.toFixed(2)} ms`,
  );
  report.budget(
    'verifying ten citations, less a round trip',
    (team.median - ping.median) / times.local.median,
    { max: 2, unit: '×', baseline: 'the same from a disk' },
  );
}

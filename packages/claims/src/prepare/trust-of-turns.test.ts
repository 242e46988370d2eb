import { readFileSync } from 'node:fs';
import { type NewTurn, parseNote, renderTurns } from '@memora/vault';
import { describe, expect, it } from 'vitest';
import { trustOfSegment } from './segment-voice.ts';

/** A turn, labelled by hand: the trust of its parts in order, each run once. */
interface LabelledTurn extends NewTurn {
  readonly channel?: string;
  readonly trust: readonly number[];
}

const turns: readonly LabelledTurn[] = readFileSync(
  new URL('../testing-fixtures/trusted-turns.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

function readTrust(channel: string, said: readonly NewTurn[]) {
  const frontmatter = `---\nid: conv_a\ntype: episodic\nsource: conversation\nchannel: ${channel}\n---\n`;
  const note = parseNote(new TextEncoder().encode(frontmatter + renderTurns(said)), { path: 'a.md' });
  const read = said.map(() => ({ roles: new Set<string>(), trust: [] as number[] }));
  for (const segment of note.segments) {
    const turn = read[(segment.turn?.index ?? 0) - 1];
    if (turn === undefined || segment.turn === undefined) continue;
    turn.roles.add(segment.turn.role);
    const trust = trustOfSegment(note, segment);
    if (turn.trust.at(-1) !== trust) turn.trust.push(trust);
  }
  return read.map(({ roles, trust }) => ({ roles: [...roles], trust }));
}

describe('labelled turns: machine text, pasted pages, quotations and code', () => {
  it('are at least two hundred, of every role', () => {
    expect(turns.length).toBeGreaterThanOrEqual(200);
    expect(new Set(turns.map(({ role }) => role)).size).toBe(4);
  });

  it.each(turns)('$role $channel $text', ({ channel = 'host', trust, ...turn }) => {
    expect(readTrust(channel, [turn])).toEqual([{ roles: [turn.role], trust }]);
  });

  it('have the same role and trust in one conversation, whatever stands before and behind them', () => {
    const ofHost = turns.filter(({ channel }) => channel === undefined);
    for (const said of [ofHost, ofHost.toReversed()])
      expect(readTrust('host', said)).toEqual(said.map(({ role, trust }) => ({ roles: [role], trust })));
  });
});

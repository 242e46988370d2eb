import type { MemoryDetail, RecalledLine } from '@memora/agent-memory';
import * as z from 'zod';
import { SECRET_TEXT, text, unlisted } from '../protocol/fields.ts';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { openAgentSession } from './open-agent-session.ts';

/** Memories per page. */
const PAGE = 40;

/** `memora_list`: all memories, page by page. */
export const list: ToolDefinition = {
  name: 'memora_list',
  title: 'List memories',
  description: 'All memories, by page. Example: {} then {"after":"<next>"}',
  isCore: false,
  isMemory: true,
  isReadOnly: true,
  cli: 'memory list',
  differs: {
    memories: 'an agent reads lines within a budget of tokens; a program reads fields',
    common: 'what all lines have in common, once',
  },
  redacted: SECRET_TEXT,
  example: {},
  input: () => z.strictObject({ after: text().optional() }),
  output: () =>
    z.strictObject({
      memories: unlisted(z.array(z.string())),
      common: unlisted(z.string().optional()),
      next: unlisted(z.string().optional()),
    }),
  run: async (memory, { after }, { client }) => {
    const { agent, session } = await openAgentSession(memory, client);
    const { describeRecall } = await import('../engine.ts');
    const page = await agent.list({ limit: PAGE, ...(typeof after === 'string' ? { after } : {}) });
    const shown = page.memories.filter(
      ({ status, band }) => status !== 'held' && status !== 'superseded' && band !== 'secret',
    );
    session.show(shown.map(({ memoryId }) => memoryId));
    const { lines, common } = describeRecall(shown.map(toLine));
    return {
      memories: lines,
      ...(lines.length === 0 ? {} : { common }),
      ...(page.next === null ? {} : { next: page.next }),
    };
  },
};

function toLine(detail: MemoryDetail): RecalledLine {
  const { memoryId, text: line, validFrom, validUntil, created, status, source, saidBy, trust } = detail;
  return {
    memoryId,
    claimId: '' as RecalledLine['claimId'],
    line,
    since: validFrom ?? created,
    until: validUntil,
    status,
    from: trust === 1 ? 'you' : source,
    ...(saidBy === undefined ? {} : { saidBy }),
  };
}

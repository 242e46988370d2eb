import type { Planted } from './plant-memories.ts';

/** A store of planted memories in one format, as its files. */
interface WrittenStore {
  readonly format: string;
  /** The path to audit. */
  readonly path: string;
  readonly files: Readonly<Record<string, string>>;
  readonly planted: readonly Planted[];
}

/** The same memories as eight systems store them. Differences that a format can't represent are left out of it. */
export function writeStores(all: readonly Planted[]): readonly WrittenStore[] {
  const plain = all.filter(({ fromTool }) => !fromTool);
  // In a person's own file, an instruction is legitimate.
  const stated = plain.filter(({ verdict }) => verdict !== 'instruction_without_user');
  return [
    {
      ...store('mem0', 'mem0.json', all),
      files: {
        'mem0.json': JSON.stringify(
          {
            results: all.map(({ text, fromTool }, i) => ({
              id: `m${i}`,
              memory: text,
              user_id: 'u',
              metadata: fromTool ? { source: 'web_page' } : null,
            })),
          },
          null,
          1,
        ),
      },
    },
    {
      ...store('server-memory', 'memory.jsonl', plain),
      files: {
        'memory.jsonl': `${plain.map(({ text }, i) => JSON.stringify({ type: 'entity', name: `note_${i}`, entityType: 'note', observations: [text] })).join('\n')}\n`,
      },
    },
    {
      ...store('instructions', 'CLAUDE.md', stated),
      files: { 'CLAUDE.md': `# Project\n\n${stated.map(({ text }) => `- ${text}`).join('\n')}\n` },
    },
    {
      ...store('memory-folder', 'memory', plain),
      files: {
        'memory/MEMORY.md': '- [Facts](facts.md) — what was learned\n',
        'memory/facts.md': `---\nname: facts\ntype: project\n---\n${plain.map(({ text }) => text).join('\n\n')}\n`,
      },
    },
    {
      ...store('basic-memory', 'basic', plain),
      files: {
        'basic/facts.md': `---\ntitle: Facts\npermalink: facts\ntype: note\n---\n# Facts\n\n${plain.map(({ text }) => `- [fact] ${text}`).join('\n')}\n`,
      },
    },
    {
      ...store('zora', 'items.json', all),
      files: {
        'items.json': JSON.stringify(
          all.map(({ text, fromTool }, i) => ({
            id: `mem_${i}`,
            type: 'knowledge',
            content: text,
            source_type: fromTool ? 'tool_output' : 'agent_analysis',
            trust_score: 0.7,
          })),
        ),
      },
    },
    {
      ...store('pam', 'pam.json', all),
      files: {
        'pam.json': JSON.stringify({
          schema: 'portable-ai-memory',
          schema_version: '1.0',
          memories: all.map(({ text, fromTool }, i) => ({
            id: `p${i}`,
            type: 'fact',
            content: text,
            content_hash: `sha256:${i}`,
            temporal: {},
            provenance: { platform: fromTool ? 'web_page' : 'chatgpt' },
          })),
        }),
      },
    },
    {
      ...store('list', 'saved.txt', plain),
      files: { 'saved.txt': `${plain.map(({ text }) => `- ${text}`).join('\n')}\n` },
    },
  ];
}

function store(format: string, path: string, planted: readonly Planted[]): Omit<WrittenStore, 'files'> {
  return { format, path, planted };
}

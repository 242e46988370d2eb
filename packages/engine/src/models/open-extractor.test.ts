import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';

const QUOTE = 'The pump runs at 40 bar and hums.';
const CLAIM = { quote: QUOTE, subject: 'The pump', predicate: 'runs at', object: '40 bar' };

it.each(['anthropic', 'openai', 'ollama', 'openai-compatible'])(
  'extracts with the model that the config names: %s',
  async (provider) => {
    const folder = await mkdtemp(join(tmpdir(), 'memora-provider-'));
    try {
      await writeFile(join(folder, 'pump.md'), `# Pump\n\n${QUOTE}\n`);
      await using server = await openModelServer([{ say: JSON.stringify({ claims: [CLAIM] }) }]);
      const flags = {
        'indexing.extractor': 'llm',
        'llm.provider': provider,
        'llm.endpoint': server.url,
        'llm.model': 'small',
      };
      const env = { MEMORA_CONFIG_DIR: join(folder, '.keys'), ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' };
      await using memory = await openMemory({
        vault: folder,
        env,
        loadConfig: (root) => loadConfig({ vault: root, env, flags }),
      });
      const { report } = await memory.index({ writeNotes: false });
      expect(report.failures).toEqual([]);
      expect(server.requests).toHaveLength(1);
      // OpenAI refuses a strict schema with an optional field.
      expect(server.requests[0]).not.toContain('"strict":true');
      const { claims } = await memory.claims.listClaims();
      expect(claims).toMatchObject([
        { subject: 'The pump', predicate: 'runs at', object: '40 bar', notePath: 'pump.md' },
      ]);
      expect(claims[0]?.extractor).toContain('small');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

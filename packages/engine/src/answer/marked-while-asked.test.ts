import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { toAnswerJson } from '../json/index.ts';
import { openMemory } from '../open-memory.ts';
import { citeHandle } from '../testing-fixtures/cite-handle.ts';
import { openModelServer, type Recording } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTE = '# Pump\n\nThe pump runs at 40 bar.\n\nMara replaced the seal of the pump on 2026-03-02.\n';
const MARKED = [
  NOTE.replace(/Mara.*/u, '<!--privacy:secret-->$&<!--/privacy-->'),
  `---\nprivacy: secret\n---\n${NOTE}`,
  `<!--privacy:secret-->\n${NOTE}`,
];

for (const place of ['loopback', 'cloud'] as const) {
  for (const asking of ['the first time', 'again'] as const) {
    it.each(MARKED)(
      `shows nothing that is marked while a ${place} model is asked ${asking}: %j`,
      async (marked) => {
        await using vault = await setupVault({ 'pump.md': NOTE });
        const mark = () => writeFileSync(join(vault.root, 'pump.md'), marked);
        const good = (body: string) =>
          `Mara replaced the seal of the pump on 2026-03-02 ${citeHandle(body, 'Mara replaced the seal')}. It sings [claim:aaaaaaaaaaaaaaaa].`;
        let asked = 0;
        const say: Recording = {
          say: (body) => {
            asked++;
            const answer = good(body);
            if (asked === (asking === 'again' ? 2 : 1)) mark();
            return answer;
          },
        };
        await using server = await openModelServer([say]);
        const flags = {
          'llm.provider': 'openai-compatible',
          'llm.endpoint': server.url,
          ...(place === 'cloud' ? { 'privacy.loopback': 'cloud' } : {}),
        };
        await using memory = await openMemory({
          vault: vault.root,
          env: { ...vault.env, MEMORA_ENABLE_NETWORK_LLM: '1' },
          loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
        });
        await memory.index();
        for (const bands of [undefined, ['public', 'private'] as const]) {
          asked = 0;
          writeFileSync(join(vault.root, 'pump.md'), NOTE);
          // A question indexes changed notes within a time budget. A loaded machine may exceed it.
          await memory.index();
          const before = server.requests.length;
          const answer = await memory.ask(
            'When was the seal of the pump replaced?',
            bands === undefined ? {} : { bands },
          );
          const shown = JSON.stringify([
            answer.cleanText,
            answer.draft,
            answer.report,
            answer.nearest,
            answer.hits.map(({ snippet }) => snippet),
            toAnswerJson(answer),
          ]);
          expect(asked).toBeGreaterThan(0);
          expect(shown).not.toMatch(/Mara|seal|2026-03-02/u);
          // Text that was marked as secret before the second request must not be in it.
          if (asking === 'the first time')
            for (const request of server.requests.slice(before + 1))
              expect(request).not.toContain('Mara replaced');
        }
      },
    );
  }
}

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openMemory } from '@memora/engine';

/** Occurs only in secret spans: no byte that leaves the server may contain it. */
export const CANARY = 'c4n4ryt0ken';

export const NOTES: Readonly<Record<string, string>> = {
  'projects/gateway.md': `---
id: gateway
title: Gateway
summary: Where the gateway runs.
tags: [infra]
---
# Gateway

The gateway moved to Dublin on 2026-03-03. It serves 40 requests a second. See [[oncall]].

owner:: Ada Lovelace

<!--privacy:secret-->The gateway password is ${CANARY} forever.<!--/privacy-->
`,
  'projects/oncall.md': '# On call\n\nBob carries the pager in March 2026. The pager number is 555-0100.\n',
  'people/diary.md': `---\nprivacy: secret\ntags: [${CANARY}]\n---\n# ${CANARY} diary\n\nThe doctor told ${CANARY} about the diagnosis.\n`,
  'plans/2025.md': '---\ndate: 2025-05-01\n---\n# Plan\n\nbuoy interval:: 60 seconds\n',
  'plans/2026.md': `---\ndate: 2026-05-01\n---\n# Plan\n\nbuoy interval:: 30 seconds\n\nOn 2026-04-02 we decided to switch to MessagePack.\n
<!--privacy:secret-->We decided to pay ${CANARY} more than last year.<!--/privacy-->
`,
  '東京/会議.md': '# 会議\n\n東京の会議は三月五日に始まります。\n',
};

/** An indexed vault in a temporary folder, with its own configuration folder. */
export async function setupVault(notes: Readonly<Record<string, string>> = NOTES) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'memora-mcp-')));
  const vault = join(folder, 'vault');
  for (const [path, text] of Object.entries(notes)) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
  }
  const env = { MEMORA_CONFIG_DIR: join(folder, 'config') };
  await using memory = await openMemory({ vault, env });
  await memory.index();
  return {
    vault,
    env,
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

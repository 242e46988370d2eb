import { openMemory } from '@memora/engine';

// A watch in a separate process, to be killed. Its output lines are its events.
const [vault = '', config = ''] = process.argv.slice(2);
await using memory = await openMemory({
  vault,
  env: { MEMORA_CONFIG_DIR: config, MEMORA_CONSOLIDATION_PAGES: 'beside' },
});
for await (const event of memory.watch()) process.stdout.write(`${event.type}\n`);

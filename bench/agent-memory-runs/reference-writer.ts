/** A process that saves facts through its own reference memory server: `reference-writer.ts <file> <name> <count>`. */
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** The same facts as those of the writers that remember. */
const FACTS = new URL('../../packages/agent-memory/src/testing-fixtures/fact-of.ts', import.meta.url).href;
const SERVER = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'));

const [file = '', name = '', count = '0'] = process.argv.slice(2);
const { factOf } = (await import(FACTS)) as { factOf: (name: string, i: number) => string };
const client = new Client({ name: 'bench', version: '1.0.0' });
const env = { PATH: process.env['PATH'] ?? '', MEMORY_FILE_PATH: file };
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [SERVER], env, stderr: 'ignore' }),
);
let refused = 0;
for (let i = 0; i < Number(count); i++) {
  const fact = factOf(name, i);
  const entity = { name: fact.split(' ')[1] ?? '', entityType: 'relay', observations: [fact] };
  const call = { name: 'create_entities', arguments: { entities: [entity] } };
  const isRefused = await client.callTool(call, { timeout: 300_000 }).then(
    ({ isError }) => isError === true,
    () => true,
  );
  if (isRefused) refused++;
}
await client.close();
process.stdout.write(String(refused));

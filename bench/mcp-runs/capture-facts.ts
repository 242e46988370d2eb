/**
 * One client in a separate process: starts its server, captures facts and asks after each, and prints the problems as JSON.
 *
 *   node capture-facts.ts memora|reference CLIENT CAPTURES COMMAND ARGUMENT …
 */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [kind = '', client = '', captures = '', command = '', ...args] = process.argv.slice(2);

/** The capture and the following question, for each server. */
const CALLS: Readonly<
  Record<string, (run: number) => { name: string; arguments: Record<string, unknown> }[]>
> = {
  memora: (run) => [
    {
      name: 'memora_capture',
      arguments: {
        region: 'log',
        summary: `Probe ${client} run ${run}`,
        body: `Probe ${client} measured ${1000 + run} volts.`,
      },
    },
    { name: 'memora_query', arguments: { query: `what did probe ${client} measure?` } },
  ],
  reference: (run) => [
    {
      name: 'create_entities',
      arguments: {
        entities: [
          { name: `probe ${client} run ${run}`, entityType: 'probe', observations: [`${1000 + run} volts`] },
        ],
      },
    },
    { name: 'search_nodes', arguments: { query: `probe ${client}` } },
  ],
};

const failures: string[] = [];
const connection = new Client({ name: 'bench', version: '1.0.0' });
const env = Object.fromEntries(
  Object.entries(process.env).filter((pair): pair is [string, string] => !!pair[1]),
);
await connection.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
for (let run = 0; run < Number(captures); run++) {
  for (const call of CALLS[kind]?.(run) ?? []) {
    const reply = await connection.callTool(call, { timeout: 300_000 }).catch((error: unknown) => ({
      isError: true,
      content: String(error),
    }));
    if (reply.isError === true) failures.push(JSON.stringify(reply.content));
  }
}
await connection.close();
process.stdout.write(JSON.stringify(failures));

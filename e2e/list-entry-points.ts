import { driveMcp, startPiped } from './canary/drive-mcp.ts';
import { openWorkspace } from './open-workspace.ts';
import { binPath, runMemora } from './run-memora.ts';

/** The commands, tools, resources and prompts that the installed product lists. */
export interface EntryPoints {
  /** Its commands. */
  readonly commands: readonly string[];
  /** The tools, resources and prompts of its server, each with its kind as a prefix. */
  readonly offered: readonly string[];
}

/** Lists the entry points of the installed product. */
export async function listEntryPoints(): Promise<EntryPoints> {
  await using workspace = await openWorkspace({ 'a.md': '# A\n\nIda drinks tea.\n' });
  const { vault, env } = workspace;
  const { stdout } = await runMemora(['operations', '--json']);
  const { operations } = JSON.parse(stdout) as { operations: { cli: string | null }[] };
  const commands = [...new Set(operations.flatMap(({ cli }) => (cli === null ? [] : [cli])))];
  await runMemora(['index', '--vault', vault], { env });
  const asked = [
    { method: 'tools/list' },
    { method: 'resources/templates/list' },
    { method: 'prompts/list' },
  ];
  const environment = { PATH: process.env['PATH'] ?? '', ...env };
  const listed = ['ingest', 'files'].map((toolset) => {
    const args = [binPath(), 'serve', '--tools', toolset, '--vault', vault];
    return driveMcp(() => startPiped(process.execPath, args, environment), asked);
  });
  const results = (await Promise.all(listed))
    .map(({ stdout }) => stdout)
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { result?: Offered }).result ?? {});
  const offered = results.flatMap((result) => [
    ...(result.tools ?? []).map((tool) => `tool ${tool.name}`),
    ...(result.resourceTemplates ?? []).map((resource) => `resource ${resource.uriTemplate}`),
    ...(result.prompts ?? []).map((prompt) => `prompt ${prompt.name}`),
  ]);
  return { commands, offered };
}

interface Offered {
  readonly tools?: readonly { readonly name: string }[];
  readonly resourceTemplates?: readonly { readonly uriTemplate: string }[];
  readonly prompts?: readonly { readonly name: string }[];
}

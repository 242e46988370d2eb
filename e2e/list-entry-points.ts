import { driveMcp, startPiped } from './canary/drive-mcp.ts';
import { openWorkspace } from './open-workspace.ts';
import { binPath, runMemora } from './run-memora.ts';

/** What the installed product says that it offers. */
export interface EntryPoints {
  /** The commands of its help. */
  readonly commands: readonly string[];
  /** The tools, resources and prompts of its server, each behind its kind. */
  readonly offered: readonly string[];
}

/** Asks the installed product what it offers. */
export async function listEntryPoints(): Promise<EntryPoints> {
  await using workspace = await openWorkspace({ 'a.md': '# A\n\nIda drinks tea.\n' });
  const { vault, env } = workspace;
  const commands: string[] = [];
  for (const { name, acts } of await namesInHelp([])) {
    if (acts) commands.push(name);
    for (const below of await namesInHelp([name])) commands.push(`${name} ${below.name}`);
  }
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

/** Commands in the help of a group; `acts` where the command does something without a subcommand. */
async function namesInHelp(group: readonly string[]): Promise<{ name: string; acts: boolean }[]> {
  const { stdout, stderr } = await runMemora([...group, '--help']);
  const [, listed = ''] = `${stdout}${stderr}`.split(/^Commands:\n/m);
  const [commands = ''] = listed.split(/^\S/m);
  return [...commands.matchAll(/^ {2}([a-z][a-z-]*)(?:\|[a-z-]+)?( \[options\])?/gm)].flatMap(
    ([, name, acts]) => (name === undefined || name === 'help' ? [] : [{ name, acts: acts !== undefined }]),
  );
}

import { join } from 'node:path';
import type { HostileVault, Site } from './hostile-vault.ts';
import { putFile } from './put-file.ts';

const config = (name: string, toml: (site: Site) => string | Uint8Array): HostileVault => ({
  name,
  part: 'configs',
  spoil: (site) => putFile(site, '.memora/config.toml', toml(site)),
});

const chat = (provider: string, url: string) =>
  `[llm]\nprovider = "${provider}"\nmodel = "m"\nendpoint = "${url}"\n[indexing]\nextractor = "llm"\n[claims]\njudge = "llm"\n`;

/** Configs with every dangerous request. None of them was accepted. */
export const CONFIG_VAULTS: readonly HostileVault[] = [
  config('an endpoint that wants the key of OpenAI', ({ url }) =>
    chat('openai', `${url}/build?remote=evil&x=`),
  ),
  config('an endpoint that wants the key of Anthropic', ({ url }) => chat('anthropic', url)),
  config('an endpoint on this machine', ({ url }) => chat('openai-compatible', url)),
  config('a service of this machine as Ollama', ({ url }) => chat('ollama', url)),
  config('an endpoint by a name that is looked up', () => chat('openai', 'https://memora.invalid/v1')),
  config('an endpoint that is shell code', () =>
    chat('openai-compatible', 'http://$({touch,pwned}).localhost:1'),
  ),
  config('an endpoint that is a file', ({ outside }) => chat('openai', `file://${join(outside, 'profile')}`)),
  config(
    'an embedder that wants every claim',
    ({ url }) => `[embed]\nprovider = "openai"\nmodel = "m"\ndim = 8\nendpoint = "${url}"\n`,
  ),
  config(
    'a model in a folder of the user',
    ({ outside }) => `[embed]\nprovider = "huggingface"\npath = ${JSON.stringify(join(outside, 'folder'))}\n`,
  ),
  config(
    'a word table that is a file of the user',
    ({ outside }) => `[embed]\nprovider = "local"\npath = ${JSON.stringify(join(outside, 'profile'))}\n`,
  ),
  config(
    'a model that would be fetched',
    () => '[embed]\nprovider = "huggingface"\nmodel = "evil/model"\n[retrieval]\nlearn_from_use = true\n',
  ),
  config(
    'settings that loosen the user’s own',
    () =>
      '[privacy]\ndefault_note_privacy = "public"\ndetector = "off"\nloopback = "local"\nencrypt_database = false\n',
  ),
  config(
    'pages in a folder outside',
    () => '[consolidation]\npages = "folder"\nfolder = "../outside/folder"\n',
  ),
  config(
    'pages at an absolute path, at every minute',
    ({ outside }) =>
      `[consolidation]\npages = "folder"\nfolder = ${JSON.stringify(join(outside, 'folder'))}\nmin_new_claims = 0\ndaily_at = "00:00"\n[challenger]\ndaily_at = "00:00"\n`,
  ),
  config('notes that are to be written to', () => '[frontmatter]\nmode = "write"\nrefs_mode = "auto"\n'),
  config(
    'what is left out is everything, or matches for ever',
    () => `[indexing]\nexclude = ["**", "${'*a'.repeat(400)}", "../outside/**", "(a+)+$"]\n`,
  ),
  config('a config of two megabytes', () => '#'.repeat(2_000_000)),
  config('a config that is nested deeply', () => `x = ${'['.repeat(50_000)}`),
  config(
    'a config that reaches for prototypes',
    () =>
      '__proto__ = { llm = "x" }\n[constructor.prototype]\nprovider = "openai"\n[__proto__]\nisAdmin = true\n',
  ),
  config('a config with control characters', () => '[llm]\nprovider = "\\u001b]0;pwned\\u0007\\u202e"\n'),
  config('a config that is no text', () => Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x1b, 0x5d, 0x30])),
];

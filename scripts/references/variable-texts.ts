/** Environment variables besides those of the settings. `write-references.ts` fails on a variable without a line here. */
export const VARIABLE_TEXTS: readonly (readonly [string, string])[] = [
  ['EDITOR', 'The editor that `memora memory edit` opens, where `VISUAL` names none.'],
  ['VISUAL', 'The editor that `memora memory edit` opens.'],
  ['MEMORA_VAULT', 'The vault, where `--vault` is not given.'],
  [
    'MEMORA_CONFIG_DIR',
    'The folder of your own settings, keys and tokens. By default the configuration folder of your system.',
  ],
  ['MEMORA_INDEX_DB', 'The path of the database. By default `.memora/memora.db` in the vault.'],
  ['MEMORA_VECTOR_INDEX', 'The folder of the vector index. By default `.memora/vectors` in the vault.'],
  [
    'MEMORA_ENABLE_NETWORK_LLM',
    'Set it to `1` to allow requests to addresses that are not on this machine. Nothing else allows them.',
  ],
  ['MEMORA_TEAM_PRINCIPAL', 'Who asks a shared database. By default `local:` and the name of your login.'],
  ['MEMORA_TEAM_TOKEN', 'The token of a person for the server that `[team] server` names.'],
  ['MEMORA_TEAM_CLIENT_ID', 'The client as which `memora team login` signs in with the issuer of the team.'],
  [
    'MEMORA_TEAM_KEY_FILE',
    'The file with the key of notes that are sealed in a shared database: 32 bytes. Without it, a note with a secret part is not pushed.',
  ],
  [
    'MEMORA_TEAM_FOLDER',
    'Where `memora team worker` keeps its working folders. By default a folder of your system for caches.',
  ],
  [
    'MEMORA_ENABLE_NETWORK_STORE',
    'Set it to `1` to allow a shared database that is not on this machine. The connection is verified TLS then.',
  ],
  ['PGUSER, PGPASSWORD', 'The login and the password at a shared database, where its address holds none.'],
  ['MEMORA_DEBUG', 'Set it to `1` to see stack traces of errors.'],
  [
    'ANTHROPIC_API_KEY, OPENAI_API_KEY, OLLAMA_API_KEY',
    'The key of a provider. It is sent to the provider’s own origin, or to an endpoint that your own settings name.',
  ],
  ['OLLAMA_HOST', 'Where Ollama listens, for `memora model list`. By default it is 127.0.0.1:11434.'],
  ['NO_COLOR', 'Set it to print without colours.'],
  ['FORCE_COLOR', 'Set it to print colours where the output is no terminal. `0` and `false` turn them off.'],
  [
    'COLORFGBG',
    'Terminals set it: on a light background, colours that cannot be read on white are replaced.',
  ],
  [
    'PAGER',
    'The program that shows long lists in a terminal (`less` without it). Empty or `cat` turns it off.',
  ],
  [
    'NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE',
    'Where compiled code is kept, which makes commands start faster, and whether it is kept.',
  ],
];

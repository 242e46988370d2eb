/** What each setting does, for the reference. `write-references.ts` fails on a setting without a line here. */
export const SETTING_TEXTS: Readonly<Record<string, string>> = {
  'llm.provider': 'Who writes answers. With `none`, answers are the claims’ own words.',
  'llm.model': 'The name of the chat model at the provider.',
  'llm.endpoint': 'The base URL of the provider, for `ollama` and `openai-compatible`.',
  'llm.input_price':
    'US dollars for a million input tokens. `index --dry-run` uses it to say what indexing costs.',
  'llm.output_price': 'US dollars for a million output tokens.',
  'embed.provider':
    'Where vectors come from. `local` is a table that ships with Memora; `none` searches by words alone.',
  'embed.model': 'The name of the embedding model at the provider.',
  'embed.dim': 'How many dimensions a vector has, where the provider offers a choice.',
  'embed.endpoint': 'The base URL of the embedder.',
  'embed.path': 'The folder of a local model, for `huggingface`.',
  'judge.provider':
    'Which model judges whether statements follow from what they cite: `chat` is the model of `llm`, `none` asks no judge.',
  'judge.model': 'The name of that model.',
  'judge.endpoint': 'The address of that model.',
  'judge.insist': 'Lets a model judge although it failed `memora model test`.',
  'indexing.parallelism': 'How many notes are read at the same time.',
  'indexing.extractor': 'Who reads claims from notes: the offline rules, or the chat model.',
  'indexing.exclude': 'Notes that are not indexed, as glob patterns relative to the vault.',
  'retrieval.top_k': 'How many claims an answer is written from.',
  'retrieval.prompt_tokens':
    'How many tokens a prompt to a chat model may have, passages of notes most of all. A model that takes less gets less.',
  'retrieval.rewrite':
    'Whether a chat model is asked for search words before the search. It is shown the question alone.',
  'retrieval.floor':
    'From 0 to 1: how much of a question a passage has to hold to be about it. Without it, 0.5.',
  'retrieval.conversations':
    'Questions, generated pages, the challenger and the report also look at what conversations say.',
  'answer.policy':
    'What stays of what a chat model writes, of what provenance and figures let pass: all of it with marks (`mark`), what is quoted or judged (`strip`), or that and what is paraphrased and not judged (`proven`).',
  'ingest.keep_originals':
    'The originals of documents are kept in the folder `_originals` of the vault, so that `doctor` and receipts can extract their text again.',
  'ingest.agent_addresses':
    'With `--tools ingest`, agents may have addresses of the internet read into notes, too.',
  'ingest.daily_at': 'When `watch` reads again what was ingested with `--follow`, in local time.',
  'memory.half_life_days':
    'Days after which what an agent did not recall counts half as fresh, where recall is ordered by salience.',
  'memory.time_zone':
    'The time zone whose date the notes of days bear (`episodic/daily/YYYY-MM-DD.md`), by its name in the IANA database. Without it the zone of the system.',
  'memory.record':
    'Whether what is said to an agent is written down as conversation notes: `ask` waits for your yes, `never` refuses hosts too.',
  'memory.retention_days': 'Days after which recorded conversations are deleted; 0 keeps them.',
  'memory.daily_keep_days':
    'Days after which consolidation moves the note of a day to `episodic/daily/archive/`; 0 keeps all where they are.',
  'memory.trash_days':
    'Days after which consolidation deletes what is in the trash, which then cannot be restored or undone; 0 keeps it.',
  'retrieval.learn_from_use':
    'Claims that answers cite one after the other lead to each other in later questions.',
  'watch.debounce_ms': 'How many milliseconds `watch` waits after a change before it indexes.',
  'page.editor':
    'The editor in which the page of `memora open` opens a cited line. Setup on the page sets it.',
  'frontmatter.mode':
    'With `autofill`, each index adds missing frontmatter keys to notes. With `infer`, no note is touched.',
  'frontmatter.refs_mode':
    'With `sync_from_wikilinks`, autofill rewrites the `refs` of a note from its wikilinks.',
  'team.database':
    'The address of the database that the team shares, without a password: `postgresql://user@host:5432/database`.',
  'team.server':
    'The address of the server of the team, such as `https://memory.example.com`, for a person with a token in `MEMORA_TEAM_TOKEN`. `memora team member`, `history` and `audit` then need no database.',
  'team.workspace': 'The workspace of the team there.',
  'team.replica':
    'The address of a server that follows the database, for questions. One that is behind what is asked for, or away, leaves them to the database.',
  'team.tls':
    'A file with the certificate of the authority that signed the server’s. By default those of your system count.',
  'team.backup_horizon': 'After how many days no backup of the database holds what was erased.',
  'team.audit_days':
    'For how many days the database keeps who did what, 30 at least. A worker removes what is older. By default nothing is removed.',
  'team.issuer':
    'The issuer whose tokens a server of the team accepts, exactly as its tokens name it. Its keys are fetched over https.',
  'team.audience':
    'The address of that server as its clients write it: `https://memory.example/mcp`. Tokens have to be made for it.',
  'team.groups_claim':
    'The claim of a token that lists the groups of whoever asks. By default it is `groups`.',
  'team.token_file':
    'A file of hashed tokens, for agents that have no issuer. `memora team token add` makes it.',
  'claims.single_valued': 'Predicates that hold one value at a time. A newer value ends an older one.',
  'claims.multi_valued': 'Predicates that hold several values at a time. They never contradict each other.',
  'claims.judge':
    'Who finds what changed: only values of one key that differ, or the chat model too, which is asked once for each new or changed note what in it repeats, replaces or contradicts older passages.',
  'privacy.default_note_privacy': 'The band of a note that names none.',
  'privacy.redact_secret_in_cloud':
    'Secret claims keep their subject in prompts to a cloud model. With `strict` they lose that, too.',
  'privacy.detector':
    'What happens with text that looks like a secret: it is listed by `privacy audit`, made secret, or left alone.',
  'privacy.loopback':
    'Whether a model on this machine may see secret claims. Set `cloud` where a local proxy forwards to one.',
  'privacy.encrypt_database':
    'Encrypts the database with the vault’s key. It needs `better-sqlite3-multiple-ciphers`.',
  'consolidation.daily_at': 'When `watch` consolidates, in local time.',
  'consolidation.min_new_claims': 'How many new claims it takes before `watch` consolidates.',
  'consolidation.pages':
    'Whether pages are written: when you ask, in one folder, beside your notes, or never.',
  'consolidation.folder': 'The folder of the pages where `consolidation.pages` is `folder`.',
  'challenger.daily_at': 'When `watch` runs the challenger, in local time.',
  'bridge.command': 'The program to start, then its arguments. It is spoken to over stdio.',
  'bridge.url': 'Where it is reached over HTTP.',
  'bridge.provider': 'Which system it is. Without it, the tools of the server tell.',
  'bridge.direction': 'Whether it is asked, written to, or both.',
  'bridge.bands':
    'Bands that may be written there, `public` and `private`. Secret memories are never written.',
  'bridge.local':
    'Whether it stays on this machine. What does not counts as a cloud: the leak guard scans what goes there.',
  'bridge.deadline_ms':
    'How long a recall waits for it, in milliseconds. With 0 it takes what is there already.',
  'bridge.timeout_ms': 'How long it may take to answer a write or a list, in milliseconds.',
  'bridge.env': '`NAME=value` for the program.',
  'bridge.token_env':
    'The environment variable that holds the credential of a server. It is not read for a bridge from a vault.',
  'bridge.user': 'Whose memories they are, where the server asks. `memora` by default.',
};

/** Environment variables besides those of the settings. */
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
    'The program that shows long lists on a terminal (`less` without it). Empty or `cat` turns it off.',
  ],
  [
    'NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE',
    'Where compiled code is kept, which makes commands start faster, and whether it is kept.',
  ],
];

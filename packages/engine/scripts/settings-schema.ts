import { WEIGHTS } from '@memora/retrieval/internal';
import * as z from 'zod';
import {
  acts,
  amount,
  bands,
  choice,
  list,
  onOff,
  setting,
  text,
  tightens,
  time,
  whole,
  zone,
} from './setting-kinds.ts';

const CHAT = ['anthropic', 'openai', 'ollama', 'openai-compatible', 'none'] as const;

const bridgeSchema = z
  .strictObject({
    command: setting(list, []).describe(
      'The program to start, then its arguments. Memora talks to it over stdio.',
    ),
    url: setting(text, null).describe('Its address, if it is reached over HTTP.'),
    provider: setting(
      choice(
        'mem0',
        'mem0-rest',
        'openmemory',
        'server-memory',
        'claude-mem',
        'basic-memory',
        'kms',
        'generic',
      ),
      null,
    ).describe('Which system it is. Without it, Memora detects the system from the tools of the server.'),
    direction: setting(choice('read', 'write', 'both'), 'both').describe(
      'Whether it is asked, written to, or both.',
    ),
    bands: setting(
      bands,
      ['public'],
      {},
      { reason: 'secret memories are written to no other system' },
    ).describe('Bands that may be written there, `public` and `private`. Secret memories are never written.'),
    local: setting(onOff, false).describe(
      'Whether it stays on this machine. Otherwise it counts as a cloud, and the leak guard scans everything sent to it.',
    ),
    deadline_ms: setting(whole(0, 60000), 300).describe(
      'How long a recall waits for it, in milliseconds. With 0, a recall uses only results that have already arrived.',
    ),
    timeout_ms: setting(whole(100, 600000), 30000).describe(
      'How long it may take to answer a write or a list, in milliseconds.',
    ),
    env: setting(list, []).describe('`NAME=value` for the program.'),
    token_env: setting(text, null).describe(
      'The environment variable that holds the credential of a server. It is not read for a bridge from a vault.',
    ),
    user: setting(text, null).describe(
      'The user whose memories they are, if the server asks for one. `memora` by default.',
    ),
  })
  .describe(
    'A memory of another system that an agent uses together with its own: `[bridge.<name>]`. Give exactly one of `command` and `url`.',
  );

const embedderSchema = z
  .strictObject({
    provider: setting(choice('huggingface', 'ollama', 'openai', 'openai-compatible'), null).describe(
      'Which service serves the model.',
    ),
    model: setting(text, null).describe('The name of the embedding model at the provider.'),
    dim: setting(whole(1, 16_000), null).describe('How many dimensions a vector has.'),
    endpoint: setting(text, null).describe('The base URL of the service.'),
    path: setting(text, null).describe('The folder of a local model, for `huggingface`.'),
    key_env: setting(text, null).describe(
      'The environment variable that holds the key of the service. By default the one of the provider.',
    ),
  })
  .describe(
    'An embedder that the administrators of a workspace may choose by its name: `[embedder.<name>]`. Only your own config names one, never that of a vault.',
  );

/**
 * Every setting, by section and key as in `config.toml`. No program loads this file. From it, `scripts/write-references.ts`
 * generates `docs/reference/config.md` and `generated-settings.ts`, with the rows for checks at run time and the types.
 */
export const settingsSchema = z.strictObject({
  llm: z.strictObject({
    provider: setting(choice(...CHAT), 'none', acts('none')).describe(
      'Who writes answers. With `none`, answers are the claims’ own words.',
    ),
    model: setting(text, null, acts()).describe('The name of the chat model at the provider.'),
    endpoint: setting(text, null, acts()).describe(
      'The base URL of the provider, for `ollama` and `openai-compatible`.',
    ),
  }),
  embed: z.strictObject({
    provider: setting(
      choice('local', 'huggingface', 'ollama', 'openai', 'openai-compatible', 'none'),
      'local',
      acts('none'),
    ).describe(
      'Where vectors come from. `local` is a table that ships with Memora; `none` searches by words alone.',
    ),
    model: setting(text, null, acts()).describe('The name of the embedding model at the provider.'),
    dim: setting(whole(1, 16_000), null, acts()).describe(
      'How many dimensions a vector has, where the provider offers a choice.',
    ),
    endpoint: setting(text, null, acts()).describe('The base URL of the embedder.'),
    path: setting(text, null, acts()).describe('The folder of a local model, for `huggingface`.'),
  }),
  judge: z.strictObject({
    provider: setting(choice('chat', ...CHAT), 'chat', acts()).describe(
      'Which model judges whether statements follow from what they cite: `chat` is the model of `llm`, `none` asks no judge.',
    ),
    model: setting(text, null, acts()).describe('The name of that model.'),
    endpoint: setting(text, null, acts()).describe('The address of that model.'),
    insist: setting(onOff, false, acts(false)).describe(
      'Lets a model judge even if it failed `memora model test`.',
    ),
  }),
  indexing: z.strictObject({
    parallelism: setting(whole(1, 64), 8).describe('How many notes are read at the same time.'),
    extractor: setting(choice('offline', 'llm'), 'offline', acts('offline')).describe(
      'Who reads claims from notes: the offline rules, or the chat model.',
    ),
    exclude: setting(list, []).describe(
      'Notes that are not indexed, as glob patterns relative to the vault.',
    ),
  }),
  retrieval: z.strictObject({
    top_k: setting(whole(1, 100), 5).describe('How many claims an answer is written from.'),
    prompt_tokens: setting(whole(500, 200000), 6000).describe(
      'The maximum number of tokens in a prompt to a chat model. Most of them are passages of notes. A model with a smaller limit gets fewer.',
    ),
    rewrite: setting(onOff, true).describe(
      'Whether a chat model is asked for search words before the search. It is shown the question alone.',
    ),
    floor: setting(amount, null).describe(
      `From 0 to 1: the share of a question that a passage must cover to be shown as an answer. The default is ${WEIGHTS.page.floor}.`,
    ),
    conversations: setting(onOff, false).describe(
      'Questions, generated pages, the challenger and the report also use conversations.',
    ),
    learn_from_use: setting(onOff, false, acts(false)).describe(
      'Claims that were cited together (in consecutive answers, or in one answer of a model) help to find each other in later questions.',
    ),
  }),
  ingest: z.strictObject({
    keep_originals: setting(onOff, false, acts(false)).describe(
      'The originals of documents are kept in the folder `_originals` of the vault, so that `doctor` and receipts can extract their text again.',
    ),
    agent_addresses: setting(onOff, false, acts(false)).describe(
      'With `--tools ingest`, agents may also read internet addresses into notes.',
    ),
  }),
  memory: z.strictObject({
    time_zone: setting(zone, null).describe(
      'The time zone of daily notes (`episodic/daily/YYYY-MM-DD.md`), by its IANA name. Without it, the time zone of the system.',
    ),
    record: setting(choice('ask', 'always', 'never'), 'ask', tightens('always', 'ask', 'never')).describe(
      'Whether conversations with an agent are recorded as notes. `ask` waits for your consent. `never` also refuses recordings by hosts.',
    ),
    retention_days: setting(whole(0, 36500), 0, acts(0)).describe(
      'Days after which recorded conversations are deleted; 0 keeps them.',
    ),
    daily_keep_days: setting(whole(0, 36500), 90, acts(0)).describe(
      'Days after which consolidation moves a daily note to `episodic/daily/archive/`; 0 keeps all where they are.',
    ),
    trash_days: setting(whole(0, 36500), 0, acts(0)).describe(
      'Days after which consolidation deletes files in the trash, which can then not be restored; 0 keeps them.',
    ),
  }),
  team: z.strictObject({
    server: setting(text, null, acts()).describe(
      'The address of the server of the team, such as `https://memory.example.com`, for a person with a token in `MEMORA_TEAM_TOKEN`. Commands of people then need no database.',
    ),
    database: setting(text, null, acts()).describe(
      'The address of the database that the team shares, without a password: `postgresql://user@host:5432/database`.',
    ),
    replica: setting(text, null, acts()).describe(
      'The address of a read replica of the database, for questions. If it is unreachable or too old for a question, the database answers.',
    ),
    workspace: setting(text, null, acts()).describe('The workspace of the team in the database.'),
    tls: setting(text, null, acts()).describe(
      'A file with the certificate of the authority that signed the certificate of the server. By default, the authorities of your system are used.',
    ),
    backup_horizon: setting(whole(0, 36500), null).describe(
      'The number of days after which no backup of the database contains erased text.',
    ),
    audit_days: setting(whole(30, 36500), null, acts()).describe(
      'For how many days the database keeps the audit log, at least 30. A worker removes older entries. By default nothing is removed.',
    ),
    document_megabytes: setting(whole(1, 64), 16, acts()).describe(
      'The maximum size, in megabytes, of a document that members upload to a server of the team with `memora team ingest`. Other requests have one megabyte.',
    ),
    issuer: setting(text, null, acts()).describe(
      'The issuer whose tokens a server of the team accepts, exactly as its tokens name it. Its keys are fetched over https.',
    ),
    audience: setting(text, null, acts()).describe(
      'The address of that server as its clients write it: `https://memory.example/mcp`. Tokens have to be made for it.',
    ),
    groups_claim: setting(text, null, acts()).describe(
      'The claim of a token that lists the groups of its user. The default is `groups`.',
    ),
    workspace_claim: setting(text, null, acts()).describe(
      'The claim of a token that names the workspace of its user. A token without it is refused. By default every token of the issuer is for `workspace`.',
    ),
    token_file: setting(text, null, acts()).describe(
      'A file of hashed tokens, for agents that have no issuer. `memora team token add` makes it.',
    ),
  }),
  answer: z.strictObject({
    policy: setting(choice('mark', 'strip', 'proven'), 'mark', tightens('mark', 'proven', 'strip')).describe(
      'Which sentences of a chat model are kept, of those whose provenance and figures hold: all of them, with marks (`mark`); those that are quoted or judged (`strip`); or those and paraphrases that were not judged (`proven`).',
    ),
  }),
  watch: z.strictObject({
    debounce_ms: setting(whole(0, 60000), 250).describe(
      'How many milliseconds `watch` waits after a change before it indexes.',
    ),
  }),
  page: z.strictObject({
    editor: setting(
      choice('none', 'vscode', 'cursor', 'windsurf', 'zed', 'idea', 'sublime'),
      'none',
    ).describe(
      'The editor in which the page of `memora open` opens a cited line. Setup on the page sets it.',
    ),
  }),
  frontmatter: z.strictObject({
    mode: setting(choice('autofill', 'infer'), null, acts('infer')).describe(
      'With `autofill`, each index adds missing frontmatter keys to notes. With `infer`, no note is touched.',
    ),
    refs_mode: setting(choice('manual', 'sync_from_wikilinks'), 'manual', acts('manual')).describe(
      'With `sync_from_wikilinks`, autofill rewrites the `refs` of a note from its wikilinks.',
    ),
  }),
  claims: z.strictObject({
    single_valued: setting(list, []).describe(
      'Predicates that hold one value at a time. A newer value ends an older one.',
    ),
    multi_valued: setting(list, []).describe(
      'Predicates that hold several values at a time. They never contradict each other.',
    ),
    judge: setting(choice('rules', 'llm'), 'rules', acts('rules')).describe(
      'Who finds changes. `rules` compares the values of one key. `llm` also asks the chat model, once for each new or changed note, what in it repeats, replaces or contradicts older passages.',
    ),
  }),
  privacy: z.strictObject({
    default_note_privacy: setting(
      choice('public', 'private', 'secret'),
      'private',
      tightens('public', 'private', 'secret'),
    ).describe('The band of a note that names none.'),
    redact_secret_in_cloud: setting(choice(true, 'strict'), true, tightens(true, 'strict'), {
      value: false,
      reason: 'secret claims are always redacted before they reach a cloud model',
    }).describe(
      'Secret claims keep their subject in prompts to a cloud model. With `strict`, they lose it too.',
    ),
    detector: setting(
      choice('suggest', 'enforce', 'off'),
      'suggest',
      tightens('off', 'suggest', 'enforce'),
    ).describe(
      'What happens with text that looks like a secret: it is listed by `privacy audit`, made secret, or left alone.',
    ),
    loopback: setting(choice('local', 'cloud'), 'local', tightens('local', 'cloud')).describe(
      'Whether a model on this machine may see secret claims. Set `cloud` where a local proxy forwards to one.',
    ),
    encrypt_database: setting(onOff, false, tightens(false, true)).describe(
      'Encrypts the database with the vault’s key. It needs `better-sqlite3-multiple-ciphers`.',
    ),
  }),
  consolidation: z.strictObject({
    daily_at: setting(time, '03:00', acts()).describe('When `watch` consolidates, in local time.'),
    min_new_claims: setting(whole(0, 1000000), 20, acts()).describe(
      'How many new claims it takes before `watch` consolidates.',
    ),
    pages: setting(choice('ask', 'folder', 'beside', 'off'), 'ask', acts('ask', 'off')).describe(
      'Whether pages are written: when you ask, in one folder, next to your notes, or never.',
    ),
    folder: setting(text, '_memora', acts()).describe(
      'The folder of the pages if `consolidation.pages` is `folder`.',
    ),
  }),
  challenger: z.strictObject({
    daily_at: setting(time, '07:00', acts()).describe('When `watch` runs the challenger, in local time.'),
  }),
  bridge: z.record(z.string(), bridgeSchema).default({}),
  embedder: z.record(z.string(), embedderSchema).default({}),
});

/** The same as JSON Schema, for generated files. A time zone is a `format` there. */
export const settingsJson = z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' });

// Written by scripts/write-references.ts from settings-schema.ts. Do not edit.
import type { Setting } from './setting.ts';

/** All settings. A key that is not in this table is unknown. */
export const SETTINGS: readonly Setting[] = [
  {"key":"llm.provider","schema":{"enum":["anthropic","openai","ollama","openai-compatible","none"]},"takes":"one of \"anthropic\", \"openai\", \"ollama\", \"openai-compatible\", \"none\"","fallback":"none","fromVault":{"rule":"acts","harmless":["none"]}},
  {"key":"llm.model","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"llm.endpoint","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"embed.provider","schema":{"enum":["local","huggingface","ollama","openai","openai-compatible","none"]},"takes":"one of \"local\", \"huggingface\", \"ollama\", \"openai\", \"openai-compatible\", \"none\"","fallback":"local","fromVault":{"rule":"acts","harmless":["none"]}},
  {"key":"embed.model","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"embed.dim","schema":{"type":"integer","minimum":1,"maximum":16000},"takes":"a whole number from 1 to 16000","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"embed.endpoint","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"embed.path","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"judge.provider","schema":{"enum":["chat","anthropic","openai","ollama","openai-compatible","none"]},"takes":"one of \"chat\", \"anthropic\", \"openai\", \"ollama\", \"openai-compatible\", \"none\"","fallback":"chat","fromVault":{"rule":"acts","harmless":[]}},
  {"key":"judge.model","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"judge.endpoint","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"judge.insist","schema":{"enum":[true,false]},"takes":"one of true, false","fallback":false,"fromVault":{"rule":"acts","harmless":[false]}},
  {"key":"indexing.parallelism","schema":{"type":"integer","minimum":1,"maximum":64},"takes":"a whole number from 1 to 64","fallback":8},
  {"key":"indexing.extractor","schema":{"enum":["offline","llm"]},"takes":"one of \"offline\", \"llm\"","fallback":"offline","fromVault":{"rule":"acts","harmless":["offline"]}},
  {"key":"indexing.exclude","schema":{"type":"array","items":{"type":"string"}},"takes":"a list of texts","fallback":[]},
  {"key":"retrieval.top_k","schema":{"type":"integer","minimum":1,"maximum":100},"takes":"a whole number from 1 to 100","fallback":5},
  {"key":"retrieval.prompt_tokens","schema":{"type":"integer","minimum":500,"maximum":200000},"takes":"a whole number from 500 to 200000","fallback":6000},
  {"key":"retrieval.rewrite","schema":{"enum":[true,false]},"takes":"one of true, false","fallback":true},
  {"key":"retrieval.floor","schema":{"type":"number","minimum":0},"takes":"a number that is not negative, such as 0.25","fallback":null},
  {"key":"retrieval.conversations","schema":{"enum":[true,false]},"takes":"one of true, false","fallback":false},
  {"key":"retrieval.learn_from_use","schema":{"enum":[true,false]},"takes":"one of true, false","fallback":false,"fromVault":{"rule":"acts","harmless":[false]}},
  {"key":"ingest.keep_originals","schema":{"enum":[true,false]},"takes":"one of true, false","fallback":false,"fromVault":{"rule":"acts","harmless":[false]}},
  {"key":"ingest.agent_addresses","schema":{"enum":[true,false]},"takes":"one of true, false","fallback":false,"fromVault":{"rule":"acts","harmless":[false]}},
  {"key":"memory.time_zone","schema":{"type":"string","format":"time-zone"},"takes":"a time zone such as \"Europe/Lisbon\"","fallback":null},
  {"key":"memory.record","schema":{"enum":["ask","always","never"]},"takes":"one of \"ask\", \"always\", \"never\"","fallback":"ask","fromVault":{"rule":"tightens","order":["always","ask","never"]}},
  {"key":"memory.retention_days","schema":{"type":"integer","minimum":0,"maximum":36500},"takes":"a whole number from 0 to 36500","fallback":0,"fromVault":{"rule":"acts","harmless":[0]}},
  {"key":"memory.daily_keep_days","schema":{"type":"integer","minimum":0,"maximum":36500},"takes":"a whole number from 0 to 36500","fallback":90,"fromVault":{"rule":"acts","harmless":[0]}},
  {"key":"memory.trash_days","schema":{"type":"integer","minimum":0,"maximum":36500},"takes":"a whole number from 0 to 36500","fallback":0,"fromVault":{"rule":"acts","harmless":[0]}},
  {"key":"team.server","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.database","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.replica","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.workspace","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.tls","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.backup_horizon","schema":{"type":"integer","minimum":0,"maximum":36500},"takes":"a whole number from 0 to 36500","fallback":null},
  {"key":"team.audit_days","schema":{"type":"integer","minimum":30,"maximum":36500},"takes":"a whole number from 30 to 36500","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.document_megabytes","schema":{"type":"integer","minimum":1,"maximum":64},"takes":"a whole number from 1 to 64","fallback":16,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.issuer","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.audience","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.groups_claim","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.workspace_claim","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"team.token_file","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"answer.policy","schema":{"enum":["mark","strip","proven"]},"takes":"one of \"mark\", \"strip\", \"proven\"","fallback":"mark","fromVault":{"rule":"tightens","order":["mark","proven","strip"]}},
  {"key":"watch.debounce_ms","schema":{"type":"integer","minimum":0,"maximum":60000},"takes":"a whole number from 0 to 60000","fallback":250},
  {"key":"page.editor","schema":{"enum":["none","vscode","cursor","windsurf","zed","idea","sublime"]},"takes":"one of \"none\", \"vscode\", \"cursor\", \"windsurf\", \"zed\", \"idea\", \"sublime\"","fallback":"none"},
  {"key":"frontmatter.mode","schema":{"enum":["autofill","infer"]},"takes":"one of \"autofill\", \"infer\"","fallback":null,"fromVault":{"rule":"acts","harmless":["infer"]}},
  {"key":"frontmatter.refs_mode","schema":{"enum":["manual","sync_from_wikilinks"]},"takes":"one of \"manual\", \"sync_from_wikilinks\"","fallback":"manual","fromVault":{"rule":"acts","harmless":["manual"]}},
  {"key":"claims.single_valued","schema":{"type":"array","items":{"type":"string"}},"takes":"a list of texts","fallback":[]},
  {"key":"claims.multi_valued","schema":{"type":"array","items":{"type":"string"}},"takes":"a list of texts","fallback":[]},
  {"key":"claims.judge","schema":{"enum":["rules","llm"]},"takes":"one of \"rules\", \"llm\"","fallback":"rules","fromVault":{"rule":"acts","harmless":["rules"]}},
  {"key":"privacy.default_note_privacy","schema":{"enum":["public","private","secret"]},"takes":"one of \"public\", \"private\", \"secret\"","fallback":"private","fromVault":{"rule":"tightens","order":["public","private","secret"]}},
  {"key":"privacy.redact_secret_in_cloud","schema":{"enum":[true,"strict"]},"takes":"one of true, \"strict\"","fallback":true,"fromVault":{"rule":"tightens","order":[true,"strict"]},"refused":{"value":false,"reason":"secret claims are always redacted before they reach a cloud model"}},
  {"key":"privacy.detector","schema":{"enum":["suggest","enforce","off"]},"takes":"one of \"suggest\", \"enforce\", \"off\"","fallback":"suggest","fromVault":{"rule":"tightens","order":["off","suggest","enforce"]}},
  {"key":"privacy.loopback","schema":{"enum":["local","cloud"]},"takes":"one of \"local\", \"cloud\"","fallback":"local","fromVault":{"rule":"tightens","order":["local","cloud"]}},
  {"key":"privacy.encrypt_database","schema":{"enum":[true,false]},"takes":"one of true, false","fallback":false,"fromVault":{"rule":"tightens","order":[false,true]}},
  {"key":"consolidation.daily_at","schema":{"type":"string","pattern":"^([01]\\d|2[0-3]):[0-5]\\d$"},"takes":"a time of day such as \"03:00\"","fallback":"03:00","fromVault":{"rule":"acts","harmless":[]}},
  {"key":"consolidation.min_new_claims","schema":{"type":"integer","minimum":0,"maximum":1000000},"takes":"a whole number from 0 to 1000000","fallback":20,"fromVault":{"rule":"acts","harmless":[]}},
  {"key":"consolidation.pages","schema":{"enum":["ask","folder","beside","off"]},"takes":"one of \"ask\", \"folder\", \"beside\", \"off\"","fallback":"ask","fromVault":{"rule":"acts","harmless":["ask","off"]}},
  {"key":"consolidation.folder","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":"_memora","fromVault":{"rule":"acts","harmless":[]}},
  {"key":"challenger.daily_at","schema":{"type":"string","pattern":"^([01]\\d|2[0-3]):[0-5]\\d$"},"takes":"a time of day such as \"03:00\"","fallback":"07:00","fromVault":{"rule":"acts","harmless":[]}},
];

/** Every key of a `[bridge.<name>]`. */
export const BRIDGE_SETTINGS: readonly Setting[] = [
  {"key":"command","schema":{"type":"array","items":{"type":"string"}},"takes":"a list of texts","fallback":[]},
  {"key":"url","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null},
  {"key":"provider","schema":{"enum":["mem0","mem0-rest","openmemory","server-memory","claude-mem","basic-memory","kms","generic"]},"takes":"one of \"mem0\", \"mem0-rest\", \"openmemory\", \"server-memory\", \"claude-mem\", \"basic-memory\", \"kms\", \"generic\"","fallback":null},
  {"key":"direction","schema":{"enum":["read","write","both"]},"takes":"one of \"read\", \"write\", \"both\"","fallback":"both"},
  {"key":"bands","schema":{"type":"array","items":{"enum":["public","private"]}},"takes":"a list of \"public\" and \"private\"","fallback":["public"],"refused":{"reason":"secret memories are written to no other system"}},
  {"key":"local","schema":{"enum":[true,false]},"takes":"one of true, false","fallback":false},
  {"key":"deadline_ms","schema":{"type":"integer","minimum":0,"maximum":60000},"takes":"a whole number from 0 to 60000","fallback":300},
  {"key":"timeout_ms","schema":{"type":"integer","minimum":100,"maximum":600000},"takes":"a whole number from 100 to 600000","fallback":30000},
  {"key":"env","schema":{"type":"array","items":{"type":"string"}},"takes":"a list of texts","fallback":[]},
  {"key":"token_env","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null},
  {"key":"user","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null},
];

/** Every key of an `[embedder.<name>]`. */
export const EMBEDDER_SETTINGS: readonly Setting[] = [
  {"key":"provider","schema":{"enum":["huggingface","ollama","openai","openai-compatible"]},"takes":"one of \"huggingface\", \"ollama\", \"openai\", \"openai-compatible\"","fallback":null},
  {"key":"model","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null},
  {"key":"dim","schema":{"type":"integer","minimum":1,"maximum":16000},"takes":"a whole number from 1 to 16000","fallback":null},
  {"key":"endpoint","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null},
  {"key":"path","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null},
  {"key":"key_env","schema":{"type":"string","pattern":"\\S"},"takes":"a text","fallback":null},
];

/** Every setting of Memora. `.memora/config.toml` holds the same in sections, with `snake_case` keys. */
export interface MemoraConfig {
  readonly llm: {
    /** Who writes answers. With `none`, answers are the claims’ own words. */ readonly provider: 'anthropic' | 'openai' | 'ollama' | 'openai-compatible' | 'none';
    /** The name of the chat model at the provider. */ readonly model: string | null;
    /** The base URL of the provider, for `ollama` and `openai-compatible`. */ readonly endpoint: string | null;
  };
  readonly embed: {
    /** Where vectors come from. `local` is a table that ships with Memora; `none` searches by words alone. */ readonly provider: 'local' | 'huggingface' | 'ollama' | 'openai' | 'openai-compatible' | 'none';
    /** The name of the embedding model at the provider. */ readonly model: string | null;
    /** How many dimensions a vector has, where the provider offers a choice. */ readonly dim: number | null;
    /** The base URL of the embedder. */ readonly endpoint: string | null;
    /** The folder of a local model, for `huggingface`. */ readonly path: string | null;
  };
  readonly judge: {
    /** Which model judges whether statements follow from what they cite: `chat` is the model of `llm`, `none` asks no judge. */ readonly provider: 'chat' | 'anthropic' | 'openai' | 'ollama' | 'openai-compatible' | 'none';
    /** The name of that model. */ readonly model: string | null;
    /** The address of that model. */ readonly endpoint: string | null;
    /** Lets a model judge even if it failed `memora model test`. */ readonly insist: boolean;
  };
  readonly indexing: {
    /** How many notes are read at the same time. */ readonly parallelism: number;
    /** Who reads claims from notes: the offline rules, or the chat model. */ readonly extractor: 'offline' | 'llm';
    /** Notes that are not indexed, as glob patterns relative to the vault. */ readonly exclude: readonly (string)[];
  };
  readonly retrieval: {
    /** How many claims an answer is written from. */ readonly topK: number;
    /** The maximum number of tokens in a prompt to a chat model. Most of them are passages of notes. A model with a smaller limit gets fewer. */ readonly promptTokens: number;
    /** Whether a chat model is asked for search words before the search. It is shown the question alone. */ readonly rewrite: boolean;
    /** From 0 to 1: the share of a question that a passage must cover to be shown as an answer. The default is 0.37. */ readonly floor: number | null;
    /** Questions, generated pages, the challenger and the report also use conversations. */ readonly conversations: boolean;
    /** Claims that were cited together (in consecutive answers, or in one answer of a model) help to find each other in later questions. */ readonly learnFromUse: boolean;
  };
  readonly ingest: {
    /** The originals of documents are kept in the folder `_originals` of the vault, so that `doctor` and receipts can extract their text again. */ readonly keepOriginals: boolean;
    /** With `--tools ingest`, agents may also read internet addresses into notes. */ readonly agentAddresses: boolean;
  };
  readonly memory: {
    /** The time zone of daily notes (`episodic/daily/YYYY-MM-DD.md`), by its IANA name. Without it, the time zone of the system. */ readonly timeZone: string | null;
    /** Whether conversations with an agent are recorded as notes. `ask` waits for your consent. `never` also refuses recordings by hosts. */ readonly record: 'ask' | 'always' | 'never';
    /** Days after which recorded conversations are deleted; 0 keeps them. */ readonly retentionDays: number;
    /** Days after which consolidation moves a daily note to `episodic/daily/archive/`; 0 keeps all where they are. */ readonly dailyKeepDays: number;
    /** Days after which consolidation deletes files in the trash, which can then not be restored; 0 keeps them. */ readonly trashDays: number;
  };
  readonly team: {
    /** The address of the server of the team, such as `https://memory.example.com`, for a person with a token in `MEMORA_TEAM_TOKEN`. Commands of people then need no database. */ readonly server: string | null;
    /** The address of the database that the team shares, without a password: `postgresql://user@host:5432/database`. */ readonly database: string | null;
    /** The address of a read replica of the database, for questions. If it is unreachable or too old for a question, the database answers. */ readonly replica: string | null;
    /** The workspace of the team in the database. */ readonly workspace: string | null;
    /** A file with the certificate of the authority that signed the certificate of the server. By default, the authorities of your system are used. */ readonly tls: string | null;
    /** The number of days after which no backup of the database contains erased text. */ readonly backupHorizon: number | null;
    /** For how many days the database keeps the audit log, at least 30. A worker removes older entries. By default nothing is removed. */ readonly auditDays: number | null;
    /** The maximum size, in megabytes, of a document that members upload to a server of the team with `memora team ingest`. Other requests have one megabyte. */ readonly documentMegabytes: number;
    /** The issuer whose tokens a server of the team accepts, exactly as its tokens name it. Its keys are fetched over https. */ readonly issuer: string | null;
    /** The address of that server as its clients write it: `https://memory.example/mcp`. Tokens have to be made for it. */ readonly audience: string | null;
    /** The claim of a token that lists the groups of its user. The default is `groups`. */ readonly groupsClaim: string | null;
    /** The claim of a token that names the workspace of its user. A token without it is refused. By default every token of the issuer is for `workspace`. */ readonly workspaceClaim: string | null;
    /** A file of hashed tokens, for agents that have no issuer. `memora team token add` makes it. */ readonly tokenFile: string | null;
  };
  readonly answer: {
    /** Which sentences of a chat model are kept, of those whose provenance and figures hold: all of them, with marks (`mark`); those that are quoted or judged (`strip`); or those and paraphrases that were not judged (`proven`). */ readonly policy: 'mark' | 'strip' | 'proven';
  };
  readonly watch: {
    /** How many milliseconds `watch` waits after a change before it indexes. */ readonly debounceMs: number;
  };
  readonly page: {
    /** The editor in which the page of `memora open` opens a cited line. Setup on the page sets it. */ readonly editor: 'none' | 'vscode' | 'cursor' | 'windsurf' | 'zed' | 'idea' | 'sublime';
  };
  readonly frontmatter: {
    /** With `autofill`, each index adds missing frontmatter keys to notes. With `infer`, no note is touched. */ readonly mode: 'autofill' | 'infer' | null;
    /** With `sync_from_wikilinks`, autofill rewrites the `refs` of a note from its wikilinks. */ readonly refsMode: 'manual' | 'sync_from_wikilinks';
  };
  readonly claims: {
    /** Predicates that hold one value at a time. A newer value ends an older one. */ readonly singleValued: readonly (string)[];
    /** Predicates that hold several values at a time. They never contradict each other. */ readonly multiValued: readonly (string)[];
    /** Who finds changes. `rules` compares the values of one key. `llm` also asks the chat model, once for each new or changed note, what in it repeats, replaces or contradicts older passages. */ readonly judge: 'rules' | 'llm';
  };
  readonly privacy: {
    /** The band of a note that names none. */ readonly defaultNotePrivacy: 'public' | 'private' | 'secret';
    /** Secret claims keep their subject in prompts to a cloud model. With `strict`, they lose it too. */ readonly redactSecretInCloud: true | 'strict';
    /** What happens with text that looks like a secret: it is listed by `privacy audit`, made secret, or left alone. */ readonly detector: 'suggest' | 'enforce' | 'off';
    /** Whether a model on this machine may see secret claims. Set `cloud` where a local proxy forwards to one. */ readonly loopback: 'local' | 'cloud';
    /** Encrypts the database with the vault’s key. It needs `better-sqlite3-multiple-ciphers`. */ readonly encryptDatabase: boolean;
  };
  readonly consolidation: {
    /** When `watch` consolidates, in local time. */ readonly dailyAt: string;
    /** How many new claims it takes before `watch` consolidates. */ readonly minNewClaims: number;
    /** Whether pages are written: when you ask, in one folder, next to your notes, or never. */ readonly pages: 'ask' | 'folder' | 'beside' | 'off';
    /** The folder of the pages if `consolidation.pages` is `folder`. */ readonly folder: string;
  };
  readonly challenger: {
    /** When `watch` runs the challenger, in local time. */ readonly dailyAt: string;
  };
  /** Memories of other systems, by the name that they have here. */
  readonly bridge: Readonly<Record<string, BridgeConfig>>;
  /** Embedders that workspaces of a team may choose, by name. */
  readonly embedder: Readonly<Record<string, EmbedderConfig>>;
}

/** A memory of another system that an agent uses together with its own: `[bridge.<name>]`. Give exactly one of `command` and `url`. */
export interface BridgeConfig {
    /** The program to start, then its arguments. Memora talks to it over stdio. */ readonly command: readonly (string)[];
    /** Its address, if it is reached over HTTP. */ readonly url: string | null;
    /** Which system it is. Without it, Memora detects the system from the tools of the server. */ readonly provider: 'mem0' | 'mem0-rest' | 'openmemory' | 'server-memory' | 'claude-mem' | 'basic-memory' | 'kms' | 'generic' | null;
    /** Whether it is asked, written to, or both. */ readonly direction: 'read' | 'write' | 'both';
    /** Bands that may be written there, `public` and `private`. Secret memories are never written. */ readonly bands: readonly ('public' | 'private')[];
    /** Whether it stays on this machine. Otherwise it counts as a cloud, and the leak guard scans everything sent to it. */ readonly local: boolean;
    /** How long a recall waits for it, in milliseconds. With 0, a recall uses only results that have already arrived. */ readonly deadlineMs: number;
    /** How long it may take to answer a write or a list, in milliseconds. */ readonly timeoutMs: number;
    /** `NAME=value` for the program. */ readonly env: readonly (string)[];
    /** The environment variable that holds the credential of a server. It is not read for a bridge from a vault. */ readonly tokenEnv: string | null;
    /** The user whose memories they are, if the server asks for one. `memora` by default. */ readonly user: string | null;
}

/** An embedder that the administrators of a workspace may choose by its name: `[embedder.<name>]`. Only your own config names one, never that of a vault. */
export interface EmbedderConfig {
    /** Which service serves the model. */ readonly provider: 'huggingface' | 'ollama' | 'openai' | 'openai-compatible' | null;
    /** The name of the embedding model at the provider. */ readonly model: string | null;
    /** How many dimensions a vector has. */ readonly dim: number | null;
    /** The base URL of the service. */ readonly endpoint: string | null;
    /** The folder of a local model, for `huggingface`. */ readonly path: string | null;
    /** The environment variable that holds the key of the service. By default the one of the provider. */ readonly keyEnv: string | null;
}

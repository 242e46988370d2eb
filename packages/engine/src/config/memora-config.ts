import type { BridgeConfig } from './bridge-settings.ts';

/** Every setting of Memora. `.memora/config.toml` holds the same in sections, with `snake_case` keys. */
export interface MemoraConfig {
  readonly llm: {
    readonly provider: ChatProvider;
    readonly model: string | null;
    readonly endpoint: string | null;
    /** US dollars for a million tokens going in, for what indexing costs; null where it is not known. */
    readonly inputPrice: number | null;
    readonly outputPrice: number | null;
  };
  readonly embed: {
    readonly provider: EmbedProvider;
    readonly model: string | null;
    readonly dim: number | null;
    readonly endpoint: string | null;
    readonly path: string | null;
  };
  /** Which model judges whether statements follow from what they cite. */
  readonly judge: {
    /** `chat` is the model of `llm`; `none` asks no judge. */
    readonly provider: JudgeProvider;
    readonly model: string | null;
    readonly endpoint: string | null;
    /** Whether a model judges that failed the test of `memora model test`. */
    readonly insist: boolean;
  };
  readonly indexing: {
    readonly parallelism: number;
    readonly extractor: ExtractorName;
    readonly exclude: readonly string[];
  };
  readonly retrieval: {
    readonly topK: number;
    /** Tokens that a prompt to a chat model may have, passages of notes most of all. */
    readonly promptTokens: number;
    /** Whether a chat model is asked for search words before the search. */
    readonly rewrite: boolean;
    /** From 0 to 1: how much of a question a passage has to hold to be about it; the default of Memora where it is null. */
    readonly floor: number | null;
    /** Whether questions, pages, the challenger and the report look at what conversations say. */
    readonly conversations: boolean;
    /** Whether claims that answers cited one after the other lead to each other later. */
    readonly learnFromUse: boolean;
  };
  readonly answer: {
    /** What stays of a model's draft, of what provenance and figures let pass: all of it with marks, or what is quoted or judged. */
    readonly policy: AnswerPolicy;
  };
  readonly ingest: {
    /** Whether the originals of documents are kept in the vault. */
    readonly keepOriginals: boolean;
    /** Whether an agent may ingest addresses of the internet over MCP. */
    readonly agentAddresses: boolean;
    /** When a watch reads again what is followed. */
    readonly dailyAt: string;
  };
  readonly memory: {
    /** Days after which what an agent does not recall counts half as fresh. */
    readonly halfLifeDays: number;
    /** The zone whose date the notes of days bear, such as `Europe/Lisbon`; the system's where it is null. */
    readonly timeZone: string | null;
    /** Whether what is said to an agent is written down as conversation notes. */
    readonly record: RecordMode;
    /** Days after which recorded conversations are deleted; 0 keeps them. */
    readonly retentionDays: number;
    /** Days after which consolidation moves the note of a day to the archive; 0 keeps all where they are. */
    readonly dailyKeepDays: number;
    /** Days after which consolidation deletes what is in the trash; 0 keeps it. */
    readonly trashDays: number;
  };
  /** A memory that a team shares. */
  readonly team: {
    /** The address of its server, for people with a token; commands that know it need no database. */
    readonly server: string | null;
    /** The address of its database; without a password. */
    readonly database: string | null;
    readonly workspace: string | null;
    /** A file with the certificate of the authority that signed the server's; without one, those of the system count. */
    readonly replica: string | null;
    readonly tls: string | null;
    /** Days after which no backup holds what was erased; null where nobody has said so. */
    readonly backupHorizon: number | null;
    /** Days for which the database keeps who did what; null keeps it for good. */
    readonly auditDays: number | null;
    /** The issuer whose tokens a server of the team accepts, as the tokens name it. */
    readonly issuer: string | null;
    /** The address of that server as its clients write it: tokens have to be made for it. */
    readonly audience: string | null;
    /** The claim of a token that lists groups; `groups` where nobody has said so. */
    readonly groupsClaim: string | null;
    /** A file of hashed tokens, for agents that have no issuer. */
    readonly tokenFile: string | null;
  };
  readonly watch: { readonly debounceMs: number };
  /** The editor in which the page of `memora open` opens a line. */
  readonly page: { readonly editor: Editor };
  readonly frontmatter: {
    /** `autofill` only where a person has set it; without a value notes are not touched. */
    readonly mode: FrontmatterMode | null;
    readonly refsMode: RefsMode;
  };
  readonly claims: {
    readonly singleValued: readonly string[];
    readonly multiValued: readonly string[];
    readonly judge: ConflictJudge;
  };
  readonly privacy: {
    readonly defaultNotePrivacy: 'public' | 'private' | 'secret';
    readonly redactSecretInCloud: true | 'strict';
    readonly detector: 'suggest' | 'enforce' | 'off';
    readonly loopback: 'local' | 'cloud';
    /** Encrypts the whole database under the vault's key; needs `better-sqlite3-multiple-ciphers`. */
    readonly encryptDatabase: boolean;
  };
  readonly consolidation: {
    readonly dailyAt: string;
    readonly minNewClaims: number;
    /** Whether pages may be written into the vault, and where. */
    readonly pages: PagesMode;
    /** The folder of the pages where `pages` is `folder`. */
    readonly folder: string;
  };
  readonly challenger: { readonly dailyAt: string };
  /** Memories of other systems, by the name that they have here. */
  readonly bridge: Readonly<Record<string, BridgeConfig>>;
}

export const CHAT_PROVIDERS = ['anthropic', 'openai', 'ollama', 'openai-compatible', 'none'] as const;
export type ChatProvider = (typeof CHAT_PROVIDERS)[number];

export const EDITORS = ['none', 'vscode', 'cursor', 'windsurf', 'zed', 'idea', 'sublime'] as const;
export type Editor = (typeof EDITORS)[number];

export const JUDGE_PROVIDERS = ['chat', ...CHAT_PROVIDERS] as const;
export type JudgeProvider = (typeof JUDGE_PROVIDERS)[number];

export const ANSWER_POLICIES = ['mark', 'strip', 'proven'] as const;
export type AnswerPolicy = (typeof ANSWER_POLICIES)[number];

export const EMBED_PROVIDERS = [
  'local',
  'huggingface',
  'ollama',
  'openai',
  'openai-compatible',
  'none',
] as const;
export type EmbedProvider = (typeof EMBED_PROVIDERS)[number];

export const EXTRACTORS = ['offline', 'llm'] as const;
export type ExtractorName = (typeof EXTRACTORS)[number];

export const CONFLICT_JUDGES = ['rules', 'llm'] as const;
type ConflictJudge = (typeof CONFLICT_JUDGES)[number];

export const FRONTMATTER_MODES = ['autofill', 'infer'] as const;
export type FrontmatterMode = (typeof FRONTMATTER_MODES)[number];

/**
 * `ask`: only somebody who asks for pages gets them. `folder`: kept up to date in one folder of their own. `beside`: kept up to date
 * beside the notes of each region. `off`: never.
 */
export const PAGES_MODES = ['ask', 'folder', 'beside', 'off'] as const;
export type PagesMode = (typeof PAGES_MODES)[number];

/** `ask`: not before the person has said yes. */
export const RECORD_MODES = ['ask', 'always', 'never'] as const;
export type RecordMode = (typeof RECORD_MODES)[number];

export const REFS_MODES = ['manual', 'sync_from_wikilinks'] as const;
export type RefsMode = (typeof REFS_MODES)[number];

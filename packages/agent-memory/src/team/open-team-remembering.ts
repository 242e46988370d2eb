import { saysTheSame } from '@memora/claims/internal';
import type { TeamMemory, TeamWritten } from '@memora/engine/team';
import { parseNote } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import type { Admission } from '../admit/admission.ts';
import type { KnownTexts } from '../admit/known-texts.ts';
import type { LearningEntry } from '../learning/parse-learning-log.ts';
import { memoryError } from '../memory-error.ts';
import { isMemoryId } from '../note/memory-place.ts';
import { readMemory } from '../note/read-memory.ts';
import { linkMemory } from '../remember/link-memory.ts';
import type { NewMemory } from '../remember/new-memory.ts';
import { bytesOf } from '../remember/preview-memory.ts';
import { type RememberPorts, rememberMemory } from '../remember/remember-memory.ts';
import { createConversationId } from '../session/session-conversation.ts';
import { previewInTeam } from './preview-in-team.ts';
import { readOutcome } from './read-outcome.ts';

/** The result of a save: the decision, and whether its claims are published. */
export interface TeamAdmission extends Admission {
  /** The written note; null if nothing was written. */
  readonly written: TeamWritten | null;
}

/** A forgotten memory. Its earlier versions are kept. */
export interface TeamForgotten {
  readonly forgotten: string;
  readonly written: TeamWritten;
}

/** The operations of a member's agent on memories in the scopes of a team. */
export interface TeamRemembering {
  /** `root` is the prefix of shown paths in the scope: `@me/`, `@payments/`, or nothing for the workspace. */
  readonly remember: (item: NewMemory, root: string) => Promise<TeamAdmission>;
  /**
   * Saves a memory that replaces another in its scope, or links a saved one as its replacement. A memory is
   * named by its id or by its shown path. Throws `MEMORY_NOT_FOUND`, and `MEMORY_INVALID` if several notes
   * have the id.
   */
  readonly supersede: (id: string, item: NewMemory | { readonly by: string }) => Promise<TeamAdmission>;
  /** Throws `MEMORY_NOT_FOUND`, `MEMORY_INVALID` if several notes have the id, and `NOTE_CHANGED` if its newest version is not published. */
  readonly forget: (id: string) => Promise<TeamForgotten>;
}

interface RememberingOptions {
  /** The name of the agent, written into its memories. */
  readonly agent: string | null;
  /** Milliseconds to wait for the publication of the write. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now?: () => Date;
}

/** Maximum number of memories that the agents of one principal may save in a scope within an hour. A memory that replaces another counts, and so does a link. */
const MOST_SAVES = 60;
const LEAST_LENGTH = 15;
const NOTHING_KNOWN: KnownTexts = { says: () => false };

/**
 * Opens the agent memory of a team. Gates and decisions are those of a memory on disk, and each write adds
 * its entry to the scope's learning log in the same transaction. A new memory is compared with published
 * ones, and with those that the same principal's agents have saved since, so two servers keep only one of two
 * duplicates. If two principals save the same at once, both are kept.
 */
export function openTeamRemembering(
  team: TeamMemory,
  { agent, now = () => new Date(), ...asked }: RememberingOptions,
): TeamRemembering {
  const session = createConversationId();
  const find = async (named: string): Promise<Found> => {
    const asked = isMemoryPath(named) ? { notePath: named } : { noteId: named };
    const { claims } = await team.claims.listClaims(asked);
    const byPath = new Map(claims.map(({ notePath: path, noteId: id }) => [path, { path, id }]));
    const found = [...byPath.values()].filter(({ path, id }) => isMemoryPath(path) && isMemoryId(id));
    const [first] = found;
    if (first !== undefined && found.length === 1) return first;
    // A promoted copy has the id of its original.
    if (first !== undefined)
      throw memoryError(
        'MEMORY_INVALID',
        `Several notes have the id ${first.id}: ${found.map(({ path }) => path).join(', ')}.`,
        'Give the path of one of them in place of the id.',
      );
    throw memoryError(
      'MEMORY_NOT_FOUND',
      'There is no memory of this id, or it is not published yet.',
      'Give an id that a save returned. A memory saved just now may not be published yet.',
    );
  };
  const openScope = (root: string) => {
    const kind = scopeOf(root);
    const claims = inScope(team.claims, root);
    let written: TeamWritten | null = null;
    let repeated: string | null = null;
    let entry: Pick<LearningEntry, 'operation' | 'notes' | 'code'> | null = null;
    const ports: RememberPorts = {
      memory: {
        ...{ claims, settings: team.settings, revision: team.revision },
        ...{ readNote: team.readNote, readSpans: team.readSpans },
        refresh: async () => undefined as never,
        previewNote: (path, bytes) => previewInTeam(path, bytes, claims),
        // The write has already waited for the publication.
        indexNotes: async () => [],
        query: (text, options) => team.query(text, { ...options, scope: kind }),
      },
      vault: {
        replaceNote: async (path, before, bytes) => {
          if (entry === null) throw new TypeError('a write has no entry');
          const { operation, notes, code } = entry;
          const learned = { operation: code === 'linked' ? 'supersede' : operation, memories: notes, code };
          const version = before === null ? 0 : await versionOf(path, before, team);
          const repeats = before === null ? repeating(bytes, path) : undefined;
          written = await team.keepMemory(path, bytes, version, learned, { ...asked, repeats });
        },
      },
      ...{ root, agent, now, minLength: LEAST_LENGTH, pinned: async () => NOTHING_KNOWN },
      log: {
        read: () => ({ entries: [], problems: [] }),
        append: (given) => {
          entry = given;
        },
      },
      // Every version of a note is kept.
      keep: async () => undefined,
    };
    const state = {
      ...{ id: session, known: NOTHING_KNOWN, conversation: { find: async () => null } },
      saves: {
        countsReplacing: true,
        left: async () => Math.max(0, MOST_SAVES - (await team.countRemembered(kind))),
        take: async () => true,
        putBack: async () => undefined,
      },
      ...{ see: () => undefined, repeat: () => undefined, isRepeat: () => false },
      ...{ takeShown: () => [], hasSeen: () => false },
    };
    /** Recognises a memory that says the same as a new one; null if the new one replaces another. */
    const repeating = (bytes: Uint8Array, path: string) => {
      const made = readMemory(parseNote(bytes, { path }), bytes);
      if (made === null || made.supersedes !== null) return undefined;
      return (other: string, known: Uint8Array): boolean => {
        const note = readMemory(parseNote(known, { path: other }), known);
        if (note === null || note.supersedes !== null || !saysTheSame(made.content, note.content))
          return false;
        repeated = note.id;
        return true;
      };
    };
    const settle = async (admission: Admission): Promise<TeamAdmission> => {
      if (repeated !== null) {
        const code = 'no_new_evidence';
        const said = {
          decision: 'reinforce',
          code,
          target: repeated,
          reasons: [{ code, target: repeated }],
        } as const;
        return { ...admission, ...said, memoryId: null, held: null, written: null };
      }
      if (written?.indexed !== true) return { ...admission, written };
      return { ...(await readOutcome(admission, claims)), written };
    };
    const link = async (id: string, by: Found): Promise<Admission> => {
      await checkLinkable(by.path, team);
      if ((await state.saves.left()) === 0)
        return { ...NOT_NOW, reasons: [{ code: NOT_NOW.code, target: by.id }] };
      const admission = await linkMemory(id, by.id, state, ports);
      if (written?.indexed === true) return admission;
      // The link is not published yet. Its later result follows from the trust of both.
      const isLess = (await claims.listClaims({ noteId: id })).claims.some(
        ({ trust }) => trust > admission.trust,
      );
      const code = isLess ? 'less_trusted' : 'explicit';
      const decision = isLess ? 'contest' : 'supersede';
      return { ...admission, decision, code, reasons: [{ code, target: id }] };
    };
    return {
      remember: async (item: NewMemory) => settle(await rememberMemory(item, state, ports)),
      link: async (id: string, by: Found) => settle(await link(id, by)),
    };
  };
  return {
    remember: (item, root) => openScope(root).remember(item),
    supersede: async (named, item) => {
      const { path, id } = await find(named);
      const root = rootOf(path);
      if (!('by' in item)) return openScope(root).remember({ ...item, supersedes: id });
      const by = await find(item.by);
      if (rootOf(by.path) === root) return openScope(root).link(id, by);
      throw memoryError(
        'MEMORY_INVALID',
        'The two memories are in different scopes.',
        'Give content in place of by: it is saved in the scope of the memory that it replaces.',
      );
    },
    forget: async (named) => {
      const { path, id } = await find(named);
      const newest = (await team.versionOf(path)) ?? 0;
      // A version that somebody wrote since the publication is not removed unseen.
      const version = (await team.isBehind(path)) ? UNSEEN : newest;
      const learned = { operation: 'forget', memories: [id], code: 'forgotten' };
      return { forgotten: id, written: await team.keepMemory(path, null, version, learned, asked) };
    },
  };
}

/** A memory's note as it is shown, and its id. */
interface Found {
  readonly path: string;
  readonly id: string;
}

/** A version that no note has: writing it throws `NOTE_CHANGED`. */
const UNSEEN = -1;

/** The claims of one scope, because the note of a memory in another scope may have the same id. */
function inScope(claims: TeamMemory['claims'], root: string): TeamMemory['claims'] {
  return {
    ...claims,
    listClaims: async (options) => {
      if (options?.noteId === undefined) return claims.listClaims(options);
      const { limit: _, ...asked } = options;
      const page = await claims.listClaims(asked);
      return { ...page, claims: page.claims.filter(({ notePath }) => rootOf(notePath) === root) };
    },
  };
}

/** A link rewrites the note, so a note that would lose something by it is refused. */
async function checkLinkable(path: string, { readNote }: Pick<TeamMemory, 'readNote'>): Promise<void> {
  const bytes = await readNote(path);
  const note = bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
  if (bytes === null || note === null || Buffer.compare(bytesOf(note), bytes) === 0) return;
  throw memoryError(
    'MEMORY_INVALID',
    `A person has changed ${path}, and a link would not keep all of it.`,
    'Give content in place of by, or let the person write `supersedes:` into the note.',
  );
}

/** A link that was not made, because too much was saved within the hour. */
const NOT_NOW = {
  ...({
    decision: 'reject',
    code: 'rate_limited',
    memoryId: null,
    target: null,
    similar: [],
    trust: 0,
  } as const),
  ...({ band: 'private', held: null, grounding: 'none', hidden: [], savesLeft: 0 } as const),
};

/** The prefix of shown paths in the scope of a note. */
function rootOf(path: string): string {
  return path.startsWith('@') ? path.slice(0, path.indexOf('/') + 1) : '';
}

function scopeOf(root: string): Parameters<TeamMemory['countRemembered']>[0] {
  const name = root.slice(0, -1);
  if (name === '') return 'workspace';
  return name === '@me' ? 'user' : name === '@global' ? 'global' : (name as `@${string}`);
}

/** The version with these bytes. The write throws `NOTE_CHANGED` if somebody wrote another one meanwhile. */
async function versionOf(
  path: string,
  before: Uint8Array,
  { versionOf, readNote }: Pick<TeamMemory, 'versionOf' | 'readNote'>,
): Promise<number> {
  const version = (await versionOf(path)) ?? 0;
  const bytes = await readNote(path);
  return bytes !== null && Buffer.compare(bytes, before) === 0 ? version : UNSEEN;
}

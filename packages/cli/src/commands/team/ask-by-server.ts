import { MemoraError } from '@memora/core';
import { loadConfig } from '@memora/engine/config';
import { readFlags } from '../../input/read-flags.ts';
import { readFlag, readInteger, readText, usageError } from '../../input/read-option.ts';
import { describeNothing } from '../../output/format/describe-reasons.ts';
import { toOneLine } from '../../output/format/format-claim.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { readAnswer } from '../verify-answer.ts';
import { type AskTeam, findTeamServer } from './open/open-team.ts';

type Line = (text: string) => void;

/** A command's question in the server's form: a call of the tool that agents use. */
interface Question {
  readonly tool: string;
  readonly args: object;
  /** The list in an answer that arrives in pages. */
  readonly paged: string;
  /** Shows the answer; false if the command found nothing, or found a fault. */
  readonly show: (answer: Answer, line: Line) => boolean;
}

interface Passage {
  readonly place: string;
  readonly text: string;
  readonly best: string | null;
  readonly marker: string | null;
  readonly coverage: number;
  readonly author?: string;
  readonly written_at?: string;
}

/** The fields of tool answers that are shown. */
interface Answer {
  readonly [list: string]: unknown;
  readonly next_cursor?: string;
}

/** Commands with `--team` that a server answers, each with its supported options. */
const ASKED: Readonly<
  Record<
    string,
    { readonly options: readonly string[]; readonly ask: (context: CommandContext) => Promise<Question> }
  >
> = {
  query: {
    options: ['claims', 'k', 'asOf', 'knownAt', 'region', 'conversations'],
    ask: async (context) => askQuery(context),
  },
  verify: { options: [], ask: askVerify },
  stale: {
    options: [],
    ask: async () => ({
      ...{ tool: 'memora_stale_claims', args: {}, paged: 'claims' },
      show: ({ claims }, line) => {
        for (const { claim_id: id, reason, note_id: note } of rowsOf(claims))
          line(`${id}  ${reason}  ${note}`);
        return true;
      },
    }),
  },
  contradictions: {
    options: ['subject'],
    ask: async ({ options }) => ({
      ...{ tool: 'memora_contradictions', paged: 'contradictions' },
      args: given({ subject: readText(options, 'subject') }),
      show: ({ contradictions }, line) => {
        for (const { id, resolution, reason, newer, older } of rowsOf(contradictions)) {
          line(`${id}  ${resolution} (${reason})`);
          for (const each of [newer, older] as unknown as Readonly<Record<string, string>>[])
            line(`    ${each['claim_id']}  ${each['source_text'] ?? ''}`);
        }
        return true;
      },
    }),
  },
  decisions: {
    options: [],
    ask: async () => ({
      ...{ tool: 'memora_decisions', args: {}, paged: 'decisions' },
      show: ({ decisions }, line) => {
        for (const { id, title, status, decided_on: on } of rowsOf(decisions))
          line(`${on ?? 'undated'}  ${status}  ${id}\n    ${toOneLine(title ?? '')}`);
        return true;
      },
    }),
  },
  capture: { options: ['region', 'summary', 'tags', 'privacy', 'scope'], ask: askCapture },
};

/** The options of every command. */
const COMMON = ['team', 'json', 'quiet', 'vault', 'set'];

/**
 * Answers a command with `--team` through the team's server. Null for `open`, and if the settings name no
 * server, because then the database is used. Throws `NOT_IN_A_TEAM` for commands that a server does not
 * support, unless a database is named too.
 */
export async function askByServer(name: string, context: CommandContext): Promise<ExitCode | null> {
  const { options, io, output } = context;
  // The page sends its own request for each question.
  if (name === 'open') return null;
  const { config } = await loadConfig({ env: io.env, flags: readFlags(options) });
  if (config.team.server === null) {
    if (name !== 'capture') return null;
    throw usageError('--team writes through the team server', 'Set MEMORA_TEAM_SERVER to its address.');
  }
  const asked = ASKED[name];
  if (asked === undefined) {
    if (config.team.database !== null) return null;
    throw new MemoraError(`the team server does not support \`${name}\``, {
      code: 'NOT_IN_A_TEAM',
      hint: 'Ask with `memora query --claims --team`, or pull the notes and ask them here.',
    });
  }
  const unknown = Object.keys(options).find((each) => ![...COMMON, ...asked.options].includes(each));
  if (unknown !== undefined)
    throw usageError(
      `the team server does not accept "${unknown}" with ${name}`,
      'Leave it out, or pull the notes and ask them here.',
    );
  const server = await findTeamServer(context);
  const { tool, args, paged, show } = await asked.ask(context);
  const answer = await readWhole((server as { readonly ask: AskTeam }).ask, tool, args, paged);
  output.payload(answer);
  const isFine = show(answer, (text) => output.line(text));
  const reasons = answer['degraded_reasons'];
  if (Array.isArray(reasons) && reasons.length > 0) output.note(`Note: ${reasons.join(', ')}.`);
  const behind = answer['notes_behind'];
  if (typeof behind === 'number' && behind > 0) output.note(`${behind} notes are not published yet.`);
  return isFine ? EXIT.done : EXIT.checkFailed;
}

/** All pages of an answer, joined. */
async function readWhole(ask: AskTeam, tool: string, args: object, paged: string): Promise<Answer> {
  const { next_cursor: first, ...whole } = await ask<Answer>(tool, args);
  const rows = Array.isArray(whole[paged]) ? [...whole[paged]] : null;
  for (let cursor = first; cursor !== undefined && rows !== null; ) {
    const page: Answer = await ask<Answer>(tool, { ...args, cursor });
    rows.push(...(page[paged] as unknown[]));
    cursor = page.next_cursor;
  }
  return rows === null ? whole : { ...whole, [paged]: rows };
}

function askQuery({ args, options }: CommandContext): Question {
  const query = args.join(' ').trim();
  if (query === '') throw usageError('the question is empty');
  const isList = readFlag(options, 'claims');
  const asked = given({
    query,
    k: readInteger(options, 'k', 1),
    as_of: readText(options, 'asOf'),
    known_at: readText(options, 'knownAt'),
    ...(isList ? { region: readText(options, 'region') } : {}),
    ...(isList && readFlag(options, 'conversations') ? { conversations: true } : {}),
  });
  if (!isList && (readText(options, 'region') !== undefined || readFlag(options, 'conversations')))
    throw usageError(
      'the team server accepts --region and --conversations only with --claims',
      'Add --claims.',
    );
  if (isList)
    return {
      ...{ tool: 'memora_query', args: asked, paged: 'hits' },
      show: ({ hits }, line) => {
        for (const { note, claim_id: id, summary, ...written } of rowsOf(hits))
          line(`${note}${toAuthor(written)}\n  ${id}  ${summary}`);
        return Array.isArray(hits) && hits.length > 0;
      },
    };
  return {
    ...{ tool: 'memora_query_cited', args: asked, paged: 'checks' },
    show: (
      { clean_text: text, written_by: writer, abstained, passages, nearest, degraded_reasons: reasons },
      line,
    ) => {
      const found = (abstained === true ? nearest : passages) as Passage[];
      if (abstained === true)
        line(writer === 'model' ? 'The notes do not say.' : describeNothing(found, reasons as string[]));
      else if (writer === 'model') line(String(text));
      for (const { place, text: said, best, ...written } of found)
        line(`${toOneLine(place)}${toAuthor(written)}\n    ${toOneLine(best ?? said)}`);
      return abstained !== true;
    },
  };
}

async function askVerify({ args, io }: CommandContext): Promise<Question> {
  const text = await readAnswer(args[0], io);
  return {
    ...{ tool: 'memora_verify_answer', args: { text }, paged: 'checks' },
    show: ({ checks, verdict, verified, problems }, line) => {
      for (const { claim_id: id, status, reason } of rowsOf(checks))
        line(`${status}  ${id}  ${reason ?? ''}`);
      line(`Verdict: ${verdict}: ${verified} verified, ${problems} problems`);
      return problems === 0;
    },
  };
}

async function askCapture({ args, options, io }: CommandContext): Promise<Question> {
  const words = args.join(' ').trim();
  const body = words === '' ? (await readAnswer('-', io)).trim() : words;
  if (body === '') throw usageError('nothing to write down', 'Give the text as arguments, or pipe it in.');
  const tags = readText(options, 'tags')?.split(',');
  return {
    tool: 'memora_capture',
    args: given({
      body,
      region: readText(options, 'region') ?? 'inbox',
      summary: readText(options, 'summary') ?? (body.split('\n')[0] ?? '').slice(0, 80),
      tags: tags?.map((tag) => tag.trim()).filter((tag) => tag !== ''),
      privacy: readText(options, 'privacy'),
      scope: readText(options, 'scope'),
    }),
    paged: '',
    show: ({ path, indexed, hidden }, line) => {
      line(`wrote  ${path}${indexed === true ? '' : ' (not published yet)'}`);
      if (hidden !== undefined) line(`Left out: ${hidden}`);
      return true;
    },
  };
}

/** The author and day of a row's note. */
function toAuthor({ author, written_at: at }: Pick<Passage, 'author' | 'written_at'>): string {
  return author === undefined
    ? ''
    : `  by ${toOneLine(author)}${at === undefined ? '' : `, ${at.slice(0, 10)}`}`;
}

function rowsOf(list: unknown): readonly Readonly<Record<string, string>>[] {
  return Array.isArray(list) ? list : [];
}

/** Leaves out options that were not given. */
function given(args: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

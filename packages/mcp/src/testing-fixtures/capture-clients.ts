import { setTimeout as wait } from 'node:timers/promises';
import { type Caller, type ClientCounts, createCaller, noCounts, type Waits } from './create-caller.ts';

/** One client: its principal's token, and the numbers of the notes that it captures. */
export interface CaptureClient {
  readonly name: string;
  readonly principal: string;
  readonly token: string;
  readonly numbers: readonly number[];
}

/** An answer to a question with everything needed to check it: the requested note, the publication that it names, and its hits. */
export interface GivenAnswer {
  readonly client: string;
  readonly principal: string;
  readonly asked: number;
  readonly epochs: Readonly<Record<string, number>>;
  readonly claims: readonly string[];
}

/** Even notes belong to the team, odd ones to their writer. */
export const isShared = (number: number): boolean => number % 2 === 0;
export const nameOf = (number: number): string => `Q${number}Z`;

export interface CaptureTask {
  readonly url: string;
  readonly clients: readonly CaptureClient[];
  /** Milliseconds over which the captures are spread; 0 sends them all at once. */
  readonly lasting: number;
  /** After one of this many captures, the client asks for one of its notes. */
  readonly askOneOf: number;
}

export interface CaptureReport {
  readonly counts: ClientCounts;
  readonly answers: readonly GivenAnswer[];
  readonly waits: Waits;
}

/** Runs clients that capture concurrently, each spread evenly over at least `lasting` milliseconds, and ask in between. */
export async function captureAll({ url, clients, lasting, askOneOf }: CaptureTask): Promise<CaptureReport> {
  const started = performance.now();
  const counts = noCounts();
  const waits: Waits = {};
  const answers: GivenAnswer[] = [];
  await Promise.all(
    clients.map(async (client) => {
      const { principal, token, numbers } = client;
      const call = createCaller(url, token, counts, waits);
      for (const [i, number] of numbers.entries()) {
        const due = started + ((i + Math.random()) * lasting) / numbers.length;
        await wait(Math.max(0, due - performance.now()));
        const written = await call('memora_capture', {
          region: 'depots',
          summary: `Depot ${nameOf(number)}`,
          body: `Depot ${nameOf(number)} holds ${1_000 + number} crates.`,
          idempotency_key: `${principal} ${number}`,
          wait_ms: 0,
          ...(isShared(number) ? { scope: 'workspace' } : {}),
        });
        if (typeof written !== 'string') counts.captured++;
        else counts.failed[written] = (counts.failed[written] ?? 0) + 1;
        if (i % askOneOf !== 0) continue;
        // A note that it captured earlier or just now.
        const asked = numbers[Math.floor(Math.random() * (i + 1))] as number;
        const found = await ask(call, client, asked);
        if (typeof found !== 'string') answers.push(found);
      }
    }),
  );
  return { counts, answers, waits };
}

async function ask(
  call: Caller,
  { name, principal }: Pick<CaptureClient, 'name' | 'principal'>,
  asked: number,
): Promise<(GivenAnswer & { readonly named: string | undefined }) | string> {
  const found = await call('memora_query', { query: `depot ${nameOf(asked)}`, k: 3 });
  if (typeof found === 'string') return found;
  const hits = found['hits'] as { claim_id: string; snippet: string }[];
  return {
    ...{ client: name, principal, asked },
    epochs: (found['epochs'] ?? {}) as Record<string, number>,
    claims: hits.map(({ claim_id: id }) => id),
    named: hits.find(({ snippet }) => snippet.includes(nameOf(asked)))?.claim_id,
  };
}

export interface CheckTask {
  readonly url: string;
  /** The clients and their captured notes. */
  readonly clients: readonly CaptureClient[];
  /** Each principal's token, by name. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Number of notes that are requested at once. */
  readonly atOnce: number;
  /** One in this many pairs (a note of the team and one of its writer's own) is requested by everybody instead of one other principal. */
  readonly askAllOneOf: number;
}

export interface CheckReport extends Omit<CaptureReport, 'waits'> {
  readonly checked: number;
  readonly retrieved: number;
  /** Of the checked notes, those that every principal requested. */
  readonly askedByAll: number;
  /** Of those, notes that only their writer may see. */
  readonly ownAskedByAll: number;
  readonly leaked: number;
  readonly missing: readonly string[];
}

interface Session {
  readonly call: Caller;
  readonly name: string;
  readonly principal: string;
}

/**
 * Each note is requested by its writer, who also verifies it, and by another principal, who gets it with proof if it is the team's and nothing if it is not.
 * The other principal rotates, so over all notes of one writer it is everybody. Some notes are requested by everybody at once.
 */
export async function checkAll(task: CheckTask): Promise<CheckReport> {
  const { url, clients, tokens, atOnce, askAllOneOf } = task;
  const counts = noCounts();
  const answers: GivenAnswer[] = [];
  const report = {
    ...{ checked: 0, retrieved: 0, askedByAll: 0, ownAskedByAll: 0, leaked: 0 },
    missing: [] as string[],
  };
  const names = Object.keys(tokens);
  const callers = new Map<string, Session[]>(names.map((name) => [name, []]));
  let sessions = 0;
  /** A session serves one call at a time and is then returned. */
  const as = async <Result>(
    principal: string,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> => {
    const free = callers.get(principal) ?? [];
    const session = free.pop() ?? {
      call: createCaller(url, tokens[principal] ?? '', counts),
      name: `${process.pid} ${sessions++}`,
      principal,
    };
    try {
      return await work(session);
    } finally {
      free.push(session);
    }
  };
  const isProven = async (call: Caller, id: string) => {
    const proof = await call('memora_verify_claim', { claim_id: id });
    return typeof proof !== 'string' && proof['span_intact'] === true;
  };
  const see = (principal: string, number: number) =>
    as(principal, async (session) => {
      const found = await ask(session.call, session, number);
      if (typeof found === 'string') return found;
      answers.push(found);
      const { named } = found;
      if (named === undefined) return 'not found';
      return (await isProven(session.call, named)) ? 'proven' : 'not proven';
    });
  const all = clients.flatMap(({ principal, numbers }) => numbers.map((number) => ({ principal, number })));
  let next = 0;
  const work = async () => {
    for (let i = next++; i < all.length; i = next++) {
      const { principal, number } = all[i] as (typeof all)[number];
      const at = names.indexOf(principal);
      const isAskedByAll = Math.floor(i / 2) % askAllOneOf === 0;
      const others = isAskedByAll
        ? names.filter((name) => name !== principal)
        : // Skips its own number.
          [names[(at + 1 + (number % (names.length - 1))) % names.length] as string];
      const [mine, ...theirs] = await Promise.all([principal, ...others].map((who) => see(who, number)));
      report.checked++;
      if (isAskedByAll) report.askedByAll++;
      if (isAskedByAll && !isShared(number)) report.ownAskedByAll++;
      const wanted = isShared(number) ? 'proven' : 'not found';
      const wrong = others.flatMap((name, j) => (theirs[j] === wanted ? [] : [`to ${name} ${theirs[j]}`]));
      if (mine === 'proven' && wrong.length === 0) report.retrieved++;
      else report.missing.push(`${nameOf(number)}: ${[mine, ...wrong].join(', ')}`);
      if (!isShared(number) && theirs.some((each) => each.includes('proven'))) report.leaked++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { counts, answers, ...report };
}

import * as z from 'zod';
import { activity } from '../activity/activity-entry.ts';
import { answerView, draftSentence, shownSource } from '../ask/answer-view.ts';
import { noteGraph } from '../graph/note-graph.ts';
import { listedNote } from '../notes/listed-note.ts';
import { namesView } from '../notes/names-view.ts';
import { factEvent, noteMargin, timelineEntry } from '../notes/note-fact.ts';
import { noteView } from '../notes/note-view.ts';
import { editedMemory, nextPrompt, rememberedSession } from '../remembered/remembered-view.ts';
import { foundPlace } from '../search/found-place.ts';
import { agentView, modelChoices, modelTestView, setupView, vaultChoice } from '../setup/setup-view.ts';
import { pendingDecision } from '../today/pending-decision.ts';
import { todayCard } from '../today/today-card.ts';

const done = <Name extends string>(name: Name) =>
  z.strictObject({ [name]: z.literal(true) } as Record<Name, z.ZodLiteral<true>>);
const path = z.string().describe('from the root of the vault');
const none = {};

/** The routes that read, below `api/`. `takes` lists the path parameters in braces, then the query parameters. */
export const READ = {
  notes: { does: 'All notes.', takes: none, gives: z.array(listedNote) },
  note: {
    does: 'One note, rendered.',
    takes: {
      path,
      at: z.string().optional().describe('bytes to mark: 12-40'),
      reveal: z.literal('yes').optional(),
    },
    gives: noteView,
  },
  link: {
    does: 'The note that a link names.',
    takes: { to: z.string() },
    gives: z.strictObject({ path: path.nullable() }),
  },
  search: {
    does: 'Places in notes that contain the words.',
    takes: { q: z.string() },
    gives: z.array(foundPlace),
  },
  facts: { does: 'What other notes and answers say about a note.', takes: { path }, gives: noteMargin },
  history: {
    does: 'The history of a line.',
    takes: { of: z.string().describe('its claim') },
    gives: z.array(factEvent),
  },
  timeline: {
    does: 'What notes said about one thing.',
    takes: { about: z.string() },
    gives: z.array(timelineEntry),
  },
  names: { does: 'The names of one thing.', takes: { about: z.string() }, gives: namesView.nullable() },
  suggestions: { does: 'Suggested questions.', takes: none, gives: z.array(z.string()) },
  today: { does: 'Items that wait for a decision.', takes: none, gives: z.array(todayCard) },
  memory: { does: 'What agents remembered.', takes: none, gives: z.array(rememberedSession) },
  activity: { does: 'Requests that left this machine, and calls by agents.', takes: none, gives: activity },
  graph: { does: 'Notes, names and the links between them.', takes: none, gives: noteGraph },
  setup: { does: 'How the vault is set up.', takes: none, gives: setupView },
  models: { does: 'Models that can be chosen.', takes: none, gives: modelChoices },
  agents: {
    does: 'Agents of this machine. Null where none is known.',
    takes: none,
    gives: z.array(agentView).nullable(),
  },
  vaults: { does: 'Folders that can be shown.', takes: none, gives: z.array(vaultChoice) },
  'answers/{id}/sources/{number}': {
    does: 'A cited place of an answer, with its note.',
    takes: { id: z.string(), number: z.string() },
    gives: shownSource,
  },
  'answers/{id}/receipt': {
    does: 'A receipt that others can check.',
    takes: { id: z.string() },
    gives: z.looseObject({}),
  },
};

/** The routes that write, below `api/`. `takes` lists the path parameters, then the fields of the JSON body. */
export const WRITTEN = {
  edit: {
    does: 'Writes one line of a note, while the note has that version.',
    takes: { path, version: z.string(), start: z.number(), end: z.number(), text: z.string() },
    gives: z.strictObject({ version: z.string() }),
  },
  'names/merge': {
    does: 'Treats a name as the same person or thing.',
    takes: { about: z.string(), name: z.string() },
    gives: namesView.nullable(),
  },
  'names/split': {
    does: 'Treats a name as another person or thing.',
    takes: { name: z.string() },
    gives: namesView.nullable(),
  },
  'today/settle': {
    does: 'Decides a card; null if both are right.',
    takes: { card: z.string(), winner: z.string().nullable() },
    gives: pendingDecision,
  },
  'today/undo': {
    does: 'Drops a decision before it is written.',
    takes: { undo: z.string() },
    gives: done('undone'),
  },
  'memory/confirm': { does: 'Confirms a memory.', takes: { id: z.string() }, gives: done('confirmed') },
  'memory/forget': {
    does: 'Moves a memory to the trash.',
    takes: { id: z.string() },
    gives: done('forgotten'),
  },
  'memory/restore': { does: 'Brings a memory back.', takes: { id: z.string() }, gives: done('restored') },
  'memory/edit': {
    does: 'Replaces a memory with another.',
    takes: { id: z.string(), content: z.string() },
    gives: editedMemory,
  },
  'memory/undo-session': {
    does: 'Undoes what a session remembered, or a batch.',
    takes: {
      session: z.string().optional(),
      batch: z.string().optional(),
      dryRun: z.boolean().optional(),
    },
    gives: z.strictObject({ falls: z.number(), returns: z.number(), batch: z.string().nullable() }),
  },
  'memory/next-prompt': {
    does: 'What the next prompt of an agent gets.',
    takes: { question: z.string().optional() },
    gives: nextPrompt,
  },
  'models/use': {
    does: 'Sets the model.',
    takes: { provider: z.string(), model: z.string(), endpoint: z.string().nullable().optional() },
    gives: done('chosen'),
  },
  editor: { does: 'Sets the editor.', takes: { editor: z.string() }, gives: done('chosen') },
  'agents/connect': { does: 'Connects an agent.', takes: { id: z.string() }, gives: done('connected') },
  'vaults/open': {
    does: 'Opens the page of another folder.',
    takes: { folder: z.string() },
    gives: z.strictObject({ address: z.string() }),
  },
  'answers/{id}/save': {
    does: 'Saves an answer as a note.',
    takes: { id: z.string() },
    gives: z.strictObject({ path }),
  },
};

/** The routes that answer with a stream of events. The data of each event is JSON; the schemas are by event name. */
export const STREAMED = {
  ask: {
    does: 'Answers a question.',
    takes: {
      question: z.string(),
      before: z.array(z.string()).optional().describe('ids of the earlier answers that it follows'),
      reveal: z.boolean().optional(),
    },
    events: {
      sentence: draftSentence,
      restart: z.strictObject({}),
      answer: answerView,
      secrets: z.strictObject({ count: z.number() }),
      fault: z.strictObject({ code: z.string() }),
    },
  },
  'models/test': {
    does: 'Tests the model.',
    takes: none,
    events: {
      progress: z.looseObject({ done: z.number(), total: z.number() }),
      tested: modelTestView,
      fault: z.strictObject({ code: z.string() }),
    },
  },
};

type Takes<Row extends { readonly takes: z.ZodRawShape }> = z.input<z.ZodObject<Row['takes']>>;

/** The arguments and results of the routes that read. */
export type ReadRoutes = {
  [At in keyof typeof READ]: { takes: Takes<(typeof READ)[At]>; gives: z.output<(typeof READ)[At]['gives']> };
};
/** The arguments and results of the routes that write. */
export type WrittenRoutes = {
  [At in keyof typeof WRITTEN]: {
    takes: Takes<(typeof WRITTEN)[At]>;
    gives: z.output<(typeof WRITTEN)[At]['gives']>;
  };
};
/** The arguments of the routes that stream. */
export type StreamedRoutes = { [At in keyof typeof STREAMED]: { takes: Takes<(typeof STREAMED)[At]> } };

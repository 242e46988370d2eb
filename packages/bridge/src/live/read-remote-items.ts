import { isRow, readRow, textOf } from '../formats/read-row.ts';
import { LONGEST_TEXT, type RemoteItem } from './remote-memory.ts';

type Row = Readonly<Record<string, unknown>>;

const LISTS = ['results', 'memories', 'items', 'data', 'entries', 'facts', 'rows', 'observations', 'result'];
const DEEPEST = 4;

/** The memories in a server's answer: rows, lists of them under the usual names, or prose. Never throws. */
export function readRemoteItems(values: readonly unknown[], most: number): RemoteItem[] {
  const items: RemoteItem[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (items.length >= most || depth > DEEPEST) return;
    if (Array.isArray(value)) {
      for (const each of value) {
        if (items.length >= most) return;
        walk(each, depth + 1);
      }
      return;
    }
    const item = readItem(value, items.length);
    if (item !== null) {
      items.push(item);
      return;
    }
    if (!isRow(value)) return;
    for (const name of LISTS) if (Object.hasOwn(value, name)) walk(value[name], depth + 1);
  };
  for (const value of values) walk(value, 0);
  return items;
}

/** The observations in a graph, each as a memory of its entity. Never throws. */
export function readRemoteGraph(values: readonly unknown[], most: number): RemoteItem[] {
  const items: RemoteItem[] = [];
  for (const value of values) {
    const entities = isRow(value) && Array.isArray(value['entities']) ? value['entities'] : [];
    for (const entity of entities) {
      if (!isRow(entity)) continue;
      const name = textOf(entity, ['name']);
      const observations = Array.isArray(entity['observations']) ? entity['observations'] : [];
      if (name === null) continue;
      const key = keyOfEntity(name);
      for (const text of observations) {
        if (items.length >= most) return items;
        if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST_TEXT) continue;
        items.push({
          id: key === null ? `${name}\n${text}` : name,
          text,
          entity: key === null ? name : null,
          kind: null,
          at: null,
          score: null,
          key,
        });
      }
    }
  }
  return items;
}

const ENTITY_OF_OURS = /^memora (mem_[0-9a-z]{12})$/u;

/** The name of the entity that stores one of our memories in a graph. */
export function entityOfKey(key: string): string {
  return `memora ${key}`;
}

function keyOfEntity(name: string): string | null {
  return ENTITY_OF_OURS.exec(name)?.[1] ?? null;
}

function readItem(value: unknown, index: number): RemoteItem | null {
  const row = readRow(isRow(value) && isRow(value['memory']) ? value['memory'] : value, {
    provider: null,
    format: null,
  });
  if (row === null || row.text.length > LONGEST_TEXT) return null;
  const given: Row = isRow(value) ? value : {};
  const metadata = isRow(given['metadata']) ? given['metadata'] : {};
  return {
    id: row.id ?? (typeof value === 'string' ? value.trim() : `row-${index + 1}`),
    text: row.text.trim(),
    entity: row.entity,
    kind: row.kind,
    at: row.updatedAt ?? row.createdAt,
    score: numberOf(given, ['score', 'similarity', 'relevance', 'similarity_score']),
    key: keyIn(metadata['memora']) ?? tagKey(row.tags),
  };
}

function keyIn(value: unknown): string | null {
  return typeof value === 'string' && /^mem_[0-9a-z]{12}$/u.test(value) ? value : null;
}

function tagKey(tags: readonly string[]): string | null {
  const tag = tags.find((each) => /^memora[:-]mem_[0-9a-z]{12}$/u.test(each));
  return tag === undefined ? null : tag.slice('memora:'.length);
}

function numberOf(row: Row, names: readonly string[]): number | null {
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return null;
}

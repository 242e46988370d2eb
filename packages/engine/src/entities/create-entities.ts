import type { Claim } from '@memora/claims';
import {
  appendToEntities,
  type BorneName,
  createEntityResolver,
  type Entity,
  formatEntity,
  plainName,
  type ResolveEntity,
  readBorneNames,
  readEntities,
  readEntityNames,
  readNamedSubjects,
} from '@memora/claims/internal';
import type { ClaimId } from '@memora/core';
import { MemoryError } from '../memory-error.ts';
import type { Session } from '../opening/open-session.ts';
import type { ListedEntity, MemoryEntities } from './memory-entities.ts';

/** Creates the API of the people and things in the notes, and of the user's entries about their names. */
export function createEntities(
  { vault, store }: Pick<Session, 'vault' | 'store'>,
  index: () => Promise<unknown>,
): Omit<MemoryEntities, 'propose'> {
  const open = async (borne?: readonly BorneName[]): Promise<ResolveEntity> => {
    const { database } = await store.read();
    return createEntityResolver({
      ...readEntityNames(database, borne),
      entries: await readEntities(vault.root),
    });
  };
  const list = async (): Promise<ListedEntity[]> => {
    const { database } = await store.read();
    const borne = readBorneNames(database);
    const resolve = await open(borne);
    const found = new Map<
      string,
      { entity: Entity; names: Set<string>; notes: Set<string>; claims: number }
    >();
    const take = (entity: Entity) => {
      const known = found.get(entity.id) ?? { entity, names: new Set(), notes: new Set(), claims: 0 };
      found.set(entity.id, known);
      return known;
    };
    for (const { name, notePath, claims } of readNamedSubjects(database)) {
      const entity = resolve(name, notePath);
      if (entity === null) continue;
      const known = take(entity);
      known.names.add(name);
      known.notes.add(notePath);
      known.claims += claims;
    }
    for (const { name, aliases } of await readEntities(vault.root)) {
      const entity = resolve(name, '');
      if (entity !== null)
        for (const alias of [{ name }, ...aliases]) take(entity).names.add(plainName(alias.name));
    }
    if (found.size > 0)
      for (const { name, title } of borne) found.get(resolve(title, '')?.id ?? '')?.names.add(name);
    return [...found.values()]
      .map(({ entity, names, notes, claims }) => ({
        ...entity,
        aliases: [...names].filter((name) => name !== plainName(entity.name)).sort(),
        claims,
        notes: [...notes].sort(),
      }))
      .sort((a, b) => b.claims - a.claims || (a.name < b.name ? -1 : 1));
  };
  return {
    list,
    resolve: async (name, notePath = '') => (await open())(name, notePath),
    namesOf: async ({ id, name }) => {
      const resolve = await open();
      const { database } = await store.read();
      const said = (await readEntities(vault.root)).filter((entry) => resolve(entry.name, '')?.id === id);
      const borne = readBorneNames(database).filter(({ title }) => resolve(title, '')?.id === id);
      const names = [
        name,
        ...said.flatMap(({ aliases }) => aliases.map((alias) => alias.name)),
        ...borne.map((each) => each.name),
      ];
      return [...new Set(names.map(plainName))];
    },
    idsOf: async (claims) => {
      const resolve = await open();
      return new Map(claims.flatMap((claim) => idOf(claim, resolve)));
    },
    merge: async (into, names, { within = null } = {}) => {
      assertNames([into, ...names]);
      const entity = (await open())(into, '') ?? { name: into };
      const aliases = names.map((name) => ({ name: name.trim(), within }));
      await appendToEntities(vault.root, formatEntity(entity.name, { aliases }));
      await index();
      return (await open())(entity.name, '') as Entity;
    },
    split: async (name, { as, within = null }) => {
      assertNames([name, as]);
      const resolve = await open();
      const from = resolve(name, within ?? '');
      if (within === null && from !== null && plainName(from.name) !== plainName(as))
        await appendToEntities(vault.root, formatEntity(from.name, { not: [name.trim()] }));
      await appendToEntities(
        vault.root,
        formatEntity(as.trim(), { aliases: [{ name: name.trim(), within }] }),
      );
      await index();
      return (await open())(as, '') as Entity;
    },
  };
}

function idOf(claim: Claim, resolve: ResolveEntity): [ClaimId, string][] {
  const entity = claim.band === 'secret' ? null : resolve(claim.subject, claim.notePath);
  return entity === null ? [] : [[claim.id, entity.id]];
}

/** Names must be one line, and must not look like the file's own syntax. */
function assertNames(names: readonly string[]): void {
  const bad = names.find((name) => name.trim() === '' || /[\r\n]/u.test(name) || name.includes(' @ '));
  if (bad === undefined) return;
  throw new MemoryError('a name of an entity is empty, or contains a line break or " @ "', {
    code: 'ENTITY_NAME_INVALID',
    hint: 'Write the name as the notes write it, on one line.',
  });
}

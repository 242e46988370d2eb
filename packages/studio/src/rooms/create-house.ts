import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { type Memory, openMemory } from '@memora/engine';
import type { PageDocument } from '../http/page-document.ts';
import { StudioError } from '../studio-error.ts';
import type { StudioOptions } from '../studio-server.ts';
import { openTeamRoom } from '../team/open-team-room.ts';
import type { House } from './house.ts';
import { openLobby } from './open-lobby.ts';
import { openRoom } from './open-room.ts';
import type { Room } from './room.ts';

/** A house, and the dependencies of its server. */
interface OpenHouse extends House {
  /** The path of the first page. */
  readonly path: string;
  readonly paths: () => readonly string[];
  readonly roomAt: (path: string) => Promise<Room> | undefined;
  readonly close: () => Promise<void>;
}

type HousePorts = Pick<StudioOptions, 'openMemory' | 'desk' | 'env' | 'report' | 'team'> & {
  readonly undoMs: number;
  readonly pages: { readonly vault: PageDocument; readonly none: PageDocument; readonly team: PageDocument };
  readonly problem: (error: unknown) => void;
};

/** Opens the page of a memory, which its caller closes; with null, a page that asks for a folder. */
export async function createHouse(first: Memory | null, ports: HousePorts): Promise<OpenHouse> {
  const { env = process.env, desk = null, report = {}, undoMs, pages, problem } = ports;
  const opening = ports.openMemory ?? ((vault: string) => openMemory({ vault, env }));
  const rooms = new Map<string, Promise<Room>>();
  const own = new Set<Memory>();

  const openOwn = async (folder: string): Promise<Memory> => {
    const memory = await opening(folder);
    own.add(memory);
    return memory;
  };
  const enter = (memory: Memory, path: string, before?: Room): Promise<Room> =>
    openRoom(memory, { path, house, page: pages.vault, undoMs, problem, answers: before?.answers() ?? [] });
  const newPath = () => `/${randomBytes(16).toString('hex')}/`;

  const house: House = {
    env,
    desk,
    report,
    folders: async () => (await Promise.all(rooms.values())).flatMap(({ folder }) => folder ?? []),
    open: async (folder) => {
      const named = resolve(folder.replace(/^~(?=$|[/\\])/u, homedir()));
      const isFolder = (await stat(named).catch(() => null))?.isDirectory() === true;
      if (!isFolder || !isAbsolute(folder.replace(/^~(?=$|[/\\])/u, homedir())))
        throw new StudioError('there is no such folder', {
          code: 'FOLDER_NOT_FOUND',
          hint: 'Name it from the root of the disk, or with ~ for your home folder.',
        });
      const memory = await openOwn(named);
      for (const [path, room] of rooms)
        if ((await room).folder === memory.vault) {
          own.delete(memory);
          await memory.close();
          return path;
        }
      const path = newPath();
      rooms.set(path, enter(memory, path));
      await rooms.get(path);
      return path;
    },
    reopen: async (path) => {
      const before = await rooms.get(path);
      if (before === undefined || before.folder === null) return;
      const memory = await openOwn(before.folder);
      // Only one room at a time follows a vault.
      const room = before.close().then(() => enter(memory, path, before));
      rooms.set(path, room);
      await room;
    },
  };
  const openFirst = async (): Promise<Room> => {
    if (ports.team !== undefined) return openTeamRoom(ports.team, { path, page: pages.team, problem });
    return first === null ? openLobby(path, house, pages.none) : enter(first, path);
  };
  const path = newPath();
  rooms.set(path, openFirst());
  await rooms.get(path);
  return {
    ...house,
    path,
    paths: () => [...rooms.keys()],
    roomAt: (wanted) => rooms.get(wanted),
    close: async () => {
      for (const room of rooms.values()) await (await room).close();
      for (const memory of own) await memory.close();
    },
  };
}

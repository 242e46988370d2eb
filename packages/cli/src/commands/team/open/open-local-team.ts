import { listAllowedEmbedders, receiveDocument } from '@memora/engine/team';
import { openLocalTeam as openOperations } from '@memora/mcp/local-team';
import { openNoteExchange } from '@memora/postgres/internal';
import type { CommandContext } from '../../../program/command-spec.ts';
import { openCliTeam, openSealing, workerFolder } from '../open-cli-team.ts';
import type { OpenTeam } from './open-team.ts';

/** The team's database, opened by its administrator: the same operations as through a server. */
export async function openLocalTeam(context: Pick<CommandContext, 'options' | 'io'>): Promise<OpenTeam> {
  const { team, workspace, principal, database, settings } = await openCliTeam(context);
  const acting = { source: team.source, workspace, principal };
  try {
    const { backupHorizon } = settings.config.team;
    const sealing = await openSealing(context);
    const ask = openOperations({
      ...acting,
      sealing,
      database,
      folder: workerFolder(context),
      backupHorizon,
      allowedEmbedders: listAllowedEmbedders(settings),
    });
    return {
      ask: ask as OpenTeam['ask'],
      upload: async (bytes, { scope: kind, ...about }) =>
        receiveDocument([bytes], {
          ...{ ...acting, kind, codec: sealing.codec, about: { ...about, until: null } },
          mostBytes: settings.config.team.documentMegabytes * 1024 * 1024,
        }),
      meet: async () => ({ exchange: openNoteExchange(acting), principal, database }),
      [Symbol.asyncDispose]: team.close,
    };
  } catch (error) {
    await team.close();
    throw error;
  }
}

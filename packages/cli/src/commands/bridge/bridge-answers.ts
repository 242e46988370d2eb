import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { NamedServer } from '@memora/bridge';
import { configFolder } from '@memora/privacy/files';
import type { CliIo } from '../../cli-io.ts';
import { keyOfServer } from '../../setup/clients/list-named-servers.ts';
import { changeConfigFile, readConfigFile } from '../../setup/config-file.ts';

/** The answer about a server: the user accepted or declined it, or it has no memories. */
type BridgeAnswer = 'yes' | 'no' | 'no_memory';

const ANSWERS: readonly unknown[] = ['yes', 'no', 'no_memory'] satisfies BridgeAnswer[];

/**
 * A person's answers about the servers that were found. Each server is asked about once. Stored in the
 * person's own config folder, without the command that starts a server.
 */
interface BridgeAnswers {
  /** Undefined if the user was not asked. */
  readonly of: (server: NamedServer) => BridgeAnswer | undefined;
  readonly keep: (server: NamedServer, answer: BridgeAnswer) => Promise<void>;
}

export function openBridgeAnswers(env: CliIo['env']): BridgeAnswers {
  const path = join(configFolder(env), 'bridges.json');
  const read = (): Map<string, BridgeAnswer> => {
    try {
      const { answers } = JSON.parse(readConfigFile(path).bytes?.toString('utf8') ?? '{}') as {
        answers?: object;
      };
      return new Map(Object.entries(answers ?? {}).filter(([, answer]) => ANSWERS.includes(answer)));
    } catch {
      return new Map();
    }
  };
  return {
    of: (server) => read().get(digestOf(server)),
    keep: async (server, answer) => {
      const answers = read().set(digestOf(server), answer);
      const text = `${JSON.stringify({ version: 1, answers: Object.fromEntries(answers) }, null, 2)}\n`;
      await changeConfigFile(readConfigFile(path), Buffer.from(text));
    },
  };
}

/** A digest of the server instead of its name, so that the user is asked again about a changed server. */
function digestOf(server: NamedServer): string {
  return createHash('sha256').update(keyOfServer(server)).digest('hex').slice(0, 32);
}

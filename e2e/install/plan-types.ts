import { AI_TYPES, CONSUMER, type Resolution, tsconfig } from './consumer-files.ts';
import type { Plan } from './run-matrix.ts';

const RESOLUTIONS: readonly Resolution[] = ['bundler', 'nodenext', 'node16', 'Next'];
/** Without `ai`, older compilers are tested too. The types of `ai` need 5.9. */
const COMPILERS: readonly (readonly [ai: string | null, typescript: readonly string[]])[] = [
  [null, ['5.4', '5.6', '5.9', '6', '7']],
  ['5', ['5.9', '6', '7']],
  ['6', ['5.9', '6', '7']],
  ['7', ['5.9', '6', '7']],
];

/** An error in another package's declarations. The declarations of `ai` do not compile with these settings, with or without Memora. */
const OF_OTHERS = /^node_modules\/(?!@memora\/)/u;
/** The npm alias under which a compiler is installed, so that one project can contain all of them. */
const aliasOf = (version: string) => `typescript-${version}`;

/**
 * A cell for each version of `ai`, and one without it. Each compiler compiles every main entry, and the wrapped models if `ai` is installed, with
 * `skipLibCheck: false` under each module resolution. Errors in the program or in a declaration of Memora fail the cell.
 */
export function planTypes(memora: Readonly<Record<string, string>>): Plan[] {
  return COMPILERS.map(([ai, compilers]): Plan => {
    const programs = { 'consumer.ts': CONSUMER, ...(ai === null ? {} : { 'wrapped.ts': AI_TYPES }) };
    const settings = RESOLUTIONS.map((resolution) => [
      `tsconfig.${resolution}.json`,
      tsconfig(resolution, Object.keys(programs)),
    ]);
    return {
      name: `types: ${ai === null ? 'without ai' : `ai ${ai}`}`,
      dependencies: {
        ...memora,
        '@types/node': '24',
        ...(ai === null ? {} : { ai }),
        ...Object.fromEntries(compilers.map((version) => [aliasOf(version), `npm:typescript@${version}`])),
      },
      files: { ...programs, ...Object.fromEntries(settings) },
      check: async (project) => {
        const failed: string[] = [];
        for (const version of compilers)
          for (const resolution of RESOLUTIONS) {
            const tsc = `node_modules/${aliasOf(version)}/bin/tsc`;
            const { code, output } = await project.run(['node', tsc, '-p', `tsconfig.${resolution}.json`]);
            const errors = output.split('\n').filter((line) => line.includes('error TS'));
            const ours = errors.filter((line) => !OF_OTHERS.test(line));
            // A compiler that did not run prints no type error.
            if (code !== 0 && (errors.length === 0 || ours.length > 0))
              failed.push(`TypeScript ${version}, ${resolution}: ${ours.join('\n') || output}`);
          }
        if (failed.length > 0) throw new Error(failed.join('\n'));
        return `TypeScript ${compilers.join(', ')} under ${RESOLUTIONS.join(', ')}, skipLibCheck false`;
      },
    };
  });
}

import type { TestVault } from './setup-vault.ts';

/** Returns numbers below `n`, from a seed: the same sequence on every machine. */
export function seededRandom(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % n;
  };
}

const NAMES = ['Drift', 'Harbor', 'Depot', 'Nova', '東京', 'Ćma', 'Zoë', '🐙 Octo'];
const TAILS = [
  'uses MessagePack',
  'costs 49 EUR a month',
  'is in Lyon',
  'has seven rooms',
  'moved to 東京',
  'depends on Harbor',
];

/** Makes one random edit of a vault and describes it: notes are added, deleted, moved, split, merged, change line endings and grow. */
export function editAtRandom(
  vault: TestVault,
  paths: Set<string>,
  random: (n: number) => number,
  step: number,
): string {
  const pick = (): string => [...paths].sort()[random(paths.size)] as string;
  const line = (): string => {
    const name = NAMES[random(NAMES.length)];
    const text = `${name} ${TAILS[random(TAILS.length)]}, as of step ${random(4) === 0 ? random(9) : step}.`;
    return [text, `- ${text}`, `${name}:: value ${step}`, `> ${text}`, `## ${name} ${random(5)}`][
      random(5)
    ] as string;
  };
  if (paths.size === 0 || random(12) === 0) {
    const path = `${['', 'a/', 'b/ü/'][random(3)]}n${step}.md`;
    vault.write(
      path,
      `${['', '\ufeff', `---\nid: id${step}\nowner: Ines\n---\n`][random(3)]}# N${step}\n\n${line()}\n\n${line()}\n`,
    );
    paths.add(path);
    return `new ${path}`;
  }
  const path = pick();
  const text = vault.read(path).toString();
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const blocks = text.split(/(?:\r?\n){2,}/u);
  const at = random(blocks.length);
  const save = (parts: readonly string[]): void => vault.write(path, parts.join(eol + eol));
  switch (random(9)) {
    case 0:
      vault.remove(path);
      paths.delete(path);
      return `remove ${path}`;
    case 1: {
      const to = `m/n${step}.md`;
      vault.move(path, to);
      paths.delete(path);
      paths.add(to);
      return `move ${path} ${to}`;
    }
    case 2:
      vault.write(
        path,
        text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\n', '\r\n'),
      );
      return `line endings ${path}`;
    case 3:
      save(blocks.toSpliced(at, 1));
      return `cut a block of ${path}`;
    case 4: {
      const other = pick();
      if (other === path) return 'nothing';
      vault.write(other, `${vault.read(other)}\n\n${blocks[at]}\n`);
      save(blocks.toSpliced(at, 1));
      return `block of ${path} to ${other}`;
    }
    case 5:
      save(blocks.toSpliced(at, 0, line(), line()));
      return `two blocks into ${path}`;
    case 6:
      save([...blocks].reverse());
      return `reverse ${path}`;
    case 7:
      save(blocks.with(at, (blocks[at] ?? '').replace(/ as of/u, ' now as of')));
      return `change a block of ${path}`;
    default:
      save([...blocks, line()]);
      return `append to ${path}`;
  }
}

import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseRecorder, recordProcess } from './record-process.ts';

const PATH = process.env['PATH'] ?? '';

afterEach(() => {
  process.env['PATH'] = PATH;
});

describe.runIf(chooseRecorder() === 'strace')('a tracer that comes too late', () => {
  it.each([
    ['once', 1, 'ran'],
    ['every time', 100, 'the recorder saw nothing'],
  ])(
    '%s: a process that was killed before it started is started again, a limited number of times',
    async (_, late, told) => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memora-late-')));
      try {
        // `strace -D` ends like this on a machine that is busy for three seconds: by its alarm, with an empty log.
        const script = `#!/bin/sh
n=$(cat '${folder}/late' 2>/dev/null || echo 0)
echo $((n + 1)) > '${folder}/late'
if [ "$n" -lt ${late} ]; then
  while [ $# -gt 0 ]; do [ "$1" = -o ] && : > "$2"; shift; done
  kill -ALRM $$
fi
PATH='${PATH}' exec strace "$@"
`;
        writeFileSync(join(folder, 'strace'), script);
        chmodSync(join(folder, 'strace'), 0o755);
        writeFileSync(join(folder, 'hello.mjs'), "process.stdout.write('ran')");
        process.env['PATH'] = `${folder}${delimiter}${PATH}`;
        const options = { recorder: 'strace', cwd: folder, env: { PATH } } as const;
        const said = await recordProcess([join(folder, 'hello.mjs')], options).then(
          ({ stdout, code }) => `${code} ${stdout}`,
          (error: Error) => error.message,
        );
        expect(said).toContain(told);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  it('a process that kills itself after it started is not started again', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memora-late-')));
    try {
      writeFileSync(
        join(folder, 'alarm.mjs'),
        "process.kill(process.pid, 'SIGALRM'); setTimeout(() => {}, 9999)",
      );
      const options = { recorder: 'strace', cwd: folder, env: { PATH } } as const;
      const { signal, deeds } = await recordProcess([join(folder, 'alarm.mjs')], options);
      expect(signal).toBe('SIGALRM');
      expect(deeds.length).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

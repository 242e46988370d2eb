import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes `count` realistic notes of about 1 kB, 200 per folder; always the same ones. */
export async function generateVault(folder: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 200) {
    const region = join(folder, `region-${from / 200}`);
    await mkdir(region, { recursive: true });
    const numbers = Array.from({ length: Math.min(200, count - from) }, (_, i) => from + i);
    await Promise.all(numbers.map((n) => writeFile(join(region, `note ${n}.md`), noteText(n))));
  }
}

function noteText(n: number): string {
  return `---
id: note-${n}
created: 2026-01-01T00:00:00Z
tags: [generated, topic-${n % 40}]
---
# Note ${n} about topic ${n % 40}

The limit of service ${n % 97} was raised from ${n % 50} to ${(n % 50) + 10} on 2026-0${(n % 9) + 1}-14. Dr. Meier wrote it down.
See [[note ${(n * 7) % 1000}|the older note]] and #topic-${n % 40} for more.

## Decisions

- Keep the queue at ${n % 13} workers
  - unless the load is above ${n % 100} %
- [ ] Ask Zoë about the price, 会議は三時から
- owner:: team ${n % 7}

> [!note] Why
> Because the old limit was reached ${n % 5} times.

| metric | before | after |
|---|---|---|
| p95 | ${n % 900} ms | ${n % 700} ms |
| cost | ${n % 30} € | ${n % 20} € |

\`\`\`sh
restart --service ${n}
\`\`\`
`;
}

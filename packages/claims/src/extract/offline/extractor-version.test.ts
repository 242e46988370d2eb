import { fingerprint } from '@memora/core';
import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { createOfflineExtractor, extractOffline } from './offline-extractor.ts';

/** A line for each way in which the extractor reads a text, or leaves it out. */
const NOTE = `---
owner: Ida Lund
---

# Harbor

Rent is 900 EUR a month. Mira moved to Lyon in May 2024. The harbour closes at 22:00.

The food was good. Never mind. Remember to call Ann. Do not lock the boat. What a day!

Back to the index. See also the plan. For more details, read the guide. This page lists the berths.

Copyright 2020 X Corp. All rights reserved. Work in progress.

- Berth: A1
- Harbor by Ida Lund
- [ ] Pay the fine
- [x] Order the seal
- Thanks!

1. Open the valve with the following command:

\`\`\`
valve --open
\`\`\`

| Berth | Owner |
|---|---|
| A1 | Ruth |
| A2 | Tom |

> Decision: we sell the boat.

Das Essen war gut. Il fait beau. 東京の港は大きい。
`;

it('has another version when it returns something else for a text', () => {
  const bytes = new TextEncoder().encode(NOTE);
  const { claims, gated } = extractOffline(parseNote(bytes, { path: 'harbor.md' }), bytes);
  const said = JSON.stringify([claims, [...(gated ?? [])]]);
  // Notes that did not change are read again only by another version: raise it with the hash.
  expect([
    createOfflineExtractor().version,
    fingerprint(new TextEncoder().encode(said)).slice(0, 16),
  ]).toEqual(['19', 'c0434f2cc66e69b8']);
});

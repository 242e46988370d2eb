import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { extractOffline } from '../offline-extractor.ts';

/** The times of the first claim of a note dated 10 March 2025. */
function timesOf(text: string) {
  const bytes = Buffer.from(`---\ndate: 2025-03-10\n---\n${text}\n`);
  const [claim] = extractOffline(parseNote(bytes, { path: 'n.md' }), bytes).claims;
  return {
    from: claim?.validFrom,
    until: claim?.validUntil ?? null,
    event: claim?.metadata?.['event'] ?? null,
  };
}

it.each([
  ['The harbour office burnt down yesterday in the night.', '2025-03-09', null, '2025-03-09'],
  ['Marta is on leave until 20 April and Tom has her keys.', '2025-03-10', '2025-04-20', null],
  ['The harbour office is closed from 3 to 7 March for repairs.', '2025-03-03', null, '2025-03-03'],
  ['The summit takes place in London on 14-15 April and is free.', '2025-03-10', null, '2025-04-14'],
  ['The summit took place in London on 14-15 February 2025.', '2025-02-14', null, '2025-02-14'],
  ['Marta led the whole harbour office from March 2023 to May 2024.', '2023-03', '2024-05', '2023-03'],
  ['The offsite of the whole team is on 14 May in Porto.', '2025-03-10', null, '2025-05-14'],
  ['The team is targeting the week of 13 April 2026 for the release.', '2025-03-10', null, '2026-04-13'],
  ['Marta is on leave until 20 April 2025 and Tom has her keys.', '2025-03-10', '2025-04-20', null],
  ['The harbour office opened on 2 February 2025 with a party.', '2025-02-02', null, '2025-02-02'],
  ['The harbour office has 12 desks and 7 lamps.', '2025-03-10', null, null],
])(
  'keeps apart when it was said, when it happens and until when it holds: %s',
  (text, from, until, event) => {
    expect(timesOf(text)).toEqual({ from, until, event });
  },
);

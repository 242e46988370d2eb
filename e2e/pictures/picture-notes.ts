const note = (date: string, text: string): string => `---\ndate: ${date}\n---\n${text}\n`;

/** What stands in the pictures besides the notes of the demo. */
export const PICTURE_NOTES: Readonly<Record<string, string>> = {
  'semantic/projects/tidewatch/battery-plan.md': note(
    '2026-02-20',
    `# Battery plan

The battery plan depends on [[reporting-interval]]: at one message a minute a pack lasts two winters.

Open question: who carries the spare packs in spring?`,
  ),
  'procedural/change-a-pack.md': note(
    '2026-03-12',
    `# Change a battery pack

Changing a pack depends on [[battery-plan]].

1. Ring the harbour office.
2. Take the pack from locker 14.
3. Log the serial number in the service book.`,
  ),
  'semantic/projects/tidewatch/buoy-7.md': note(
    '2026-05-20',
    `# Buoy 7

The flash size of Buoy Firmware is 3 MB.
The mooring of buoy 7 is owned by the harbour office.`,
  ),
  'semantic/suppliers/halvorsen.md': note(
    '2026-05-20',
    `# Halvorsen

The flash size of Buoy Firmware is 5 MB.
Halvorsen repairs the mooring of buoy 7 every spring.`,
  ),
  'semantic/people/ida-berg.md': note(
    '2025-09-01',
    `# Ida Berg

role:: harbour master
Ida Berg keeps the service book of the buoys.`,
  ),
};

const note = (date: string, text: string): string => `---\ndate: ${date}\n---\n${text}\n`;

/** The notes in the pictures, in addition to those of the demo. */
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

/** A small household vault, for the pictures of the page. */
export const HOME_NOTES: Readonly<Record<string, string>> = {
  'projects/heat-pump.md': note(
    '2026-05-03',
    `# Heat pump

Replace the gas boiler in the cellar. See also [[Kessler]] and [[2026-06-02]].

## Costs

- Anna and I set the budget to 12,000 euros.
- The city pays a grant of 2,500 euros if it approves our application.

## Before the work begins

- [ ] Move the shelves away from the cellar wall [due:: 2026-11-20]
- [x] Send the floor plan to [[Kessler]]`,
  ),
  'people/Kessler.md': note('2026-05-10', '# Kessler\n\nHeating engineer. His workshop is in Mill Lane 9.'),
  'people/Anna.md': note('2026-01-12', '# Anna\n\nAnna is on call every second weekend. See [[heat-pump]].'),
  'daily/2026-06-02.md': note(
    '2026-06-02',
    `# 2 June 2026

Kessler came by and measured the cellar. [[Anna]] was there too.

- With the buffer tank the [[heat-pump]] comes to 14,000 euros. We raise the budget to that.
- Kessler can install it in the second week of September.
- The old boiler stays until it runs.

Dinner with [[Anna]] at the river.`,
  ),
  'daily/2026-06-20.md': note(
    '2026-06-20',
    '# 20 June 2026\n\nBooked the ferry to Gotland for the last week of July, [[Anna]] drives.',
  ),
  'trips/Gotland.md': note(
    '2026-06-20',
    '# Gotland\n\nThe ferry leaves Nynäshamn at 11:15. The cabin is booked until 31 July. See [[2026-06-20]].',
  ),
};

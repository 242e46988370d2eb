import { expect, it } from 'vitest';
import { asksMaker, namesMaker } from './names-maker.ts';

it.each([
  'Who wrote obsidian-export?',
  'who created foam',
  'Who is the author of the guide?',
  'By whom was the harbour built?',
  'Who was the tool originally made by?',
  'Which company developed the crane?',
  'Who maintains the plugin?',
  'Who came up with the export tool?',
])('%j asks who made something', (question) => {
  expect(asksMaker(question)).toBe(true);
});

it.each(['Who do I write to?', 'Who merges the pull requests?', 'Who pays for it?', 'When was it written?'])(
  '%j does not',
  (question) => {
    expect(asksMaker(question)).toBe(false);
  },
);

it.each([
  'The export tool was written by Nick Groenen.',
  'Nick Groenen wrote the export tool in a week.',
  'The author of the export tool is Nick Groenen.',
  'Thanks to Ida, the export tool is done.',
  'Harbours – Ida Boe, with drawings',
  'the export tool was made by ida',
  'Maintained by @jlevy.',
  'Ida Lund is the author of the export tool.',
  'Ida Lund (founder) keeps the keys.',
  'It is looked after by two people in their free time.',
  'Two volunteers maintain the export tool.',
  '作者は田中さんです',
  'Das Werkzeug wurde von Ida geschrieben.',
])('%j names who made it', (text) => {
  expect(namesMaker(text, 'Who wrote the export tool?')).toBe(true);
});

it.each([
  'The Export tool is written in Rust.',
  'It is built with Electron and runs on Windows.',
  'Install the Rust toolchain from the site.',
  'Please open an issue before you write code for GitHub.',
  'the tool is fast',
  '`$FOLDER/$SLUG.md` - Creates notes in the folder of the editor',
  'Groups: Always creates notes in the folder that the editor shows',
  'The export follows Vim, a tool for developers of plugins',
  'The Export tool was inspired by Vim.',
  '12:30, 14:00',
  '**Export** – Every Friday the notes are copied.',
])('%j does not', (text) => {
  expect(namesMaker(text, 'Who wrote the export tool?')).toBe(false);
});

it.each([
  'When you open a directory with files that were created by the Obsidian _Daily notes_ core plugin, Logseq locates them.',
  'This feature took its inspiration from the great zotero-roam made by @alix.',
  'Ida Lund wrote letters to the harbour.',
  'A journal page was created by Ida in March.',
])('%j names the maker of something else', (text) => {
  expect(namesMaker(text, 'Who created Logseq?')).toBe(false);
});

it.each([
  'Logseq was a side project, started in 2020 by @tiensonqin.',
  'It was created by Tienson Qin.',
  'The app was first made by Tienson Qin.',
  'Tienson Qin created it in his free time.',
  'Tienson Qin created the first Logseq graph.',
  'Logseq, an outliner, was created by Tienson Qin.',
  'Created by Tienson Qin.',
])('%j names the maker of what is asked for', (text) => {
  expect(namesMaker(text, 'Who created Logseq?')).toBe(true);
});

it.each([
  ['Who invented Python?', '[Invent Your Own Games With Python](https://example.org) - Ida Boe'],
  [
    'Who created Python?',
    '[Creating an Extension With Python](https://example.org/a?b=c) - NVIDIA Institute',
  ],
  ['Who created Python?', '[Python Tutorial](https://example.org) - Ida Boe'],
  ['Who invented the Python language?', '[Python Games](https://example.org) - Ida Boe'],
  ['Who is the inventor of Go?', '[Go for Cooks](https://example.org) - Ida Boe'],
  ['Who created Python?', '- [Create a Site by Hand](https://example.org/site) - Kai Lund'],
  [
    'Who created Python?',
    '[Think Again](https://example.org) - Kai Lund\n[Games With Python](https://example.org) - Ida',
  ],
  ['Who created Python?', '[Games With Python   - Ida Boe'],
  ['Who developed R?', '* R for Cooks – Ida Boe'],
])('%j is not answered by who wrote about it: %j', (question, text) => {
  expect(namesMaker(text, question)).toBe(false);
});

it.each([
  ['Who wrote Think Python?', '[Think Python 2nd Edition](https://example.org) - Allen Boe (3.x) (PDF)'],
  ['Who wrote the book Think Python?', '[Think Python](https://example.org) - Allen Boe'],
  ['Who wrote the Python tutorial?', '[The Python Tutorial](https://example.org) - Ida Boe'],
  [
    'Who is the author of Seamanship?',
    '[Seamanship: A Handbook for the Boat](https://example.org) - Ida Boe',
  ],
  ['Who wrote Rust Atomics and Locks?', '[Rust Atomics and Locks](https://example.org) - Mara Bos'],
  ['Who wrote Seamanship?', '[Seamanship](https://example.org) - Juan de la Boya and Mara Bos'],
  ['Who wrote Seamanship?', 'Seamanship (2nd edition) – Ida Boe'],
])('%j is answered by the entry %j', (question, text) => {
  expect(namesMaker(text, question)).toBe(true);
});

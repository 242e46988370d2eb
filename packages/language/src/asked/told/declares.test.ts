import { expect, it } from 'vitest';
import { declares } from './declares.ts';

it.each([
  'On desktop, the cache directory has moved to another folder.',
  'Scripts using `nbb` can read and write graphs.',
  'Embedded pages look almost the same as other nodes.',
  'Default date picker now has an input for typing a date.',
  'There is no re-index like in file graphs.',
  'The `All Pages` screen is renamed to `Pages`.',
])('says how something is: %s', (text) => expect(declares(text)).toBe(true));

it.each([
  'Click the button that is shown.',
  'Open the settings, which are in the menu.',
  'If the folder is empty, create a file.',
  'On desktop, right-click the tab and choose `Close`.',
  'You can set the format in the settings.',
  'In the settings, select the file that has the notes.',
  'Go to `Settings`.',
  'Den Knopf drücken.',
  'a date picker',
  '',
])('is a step, or nobody knows: %j', (text) => expect(declares(text)).toBe(false));

import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

const ROOMS = [
  'asked-time',
  'asked',
  'assertion',
  'calendar',
  'dates',
  'detect',
  'sentences',
  'stems',
  'text',
  'words',
];

export default defineConfig([
  packageBuild(Object.fromEntries(ROOMS.map((room) => [room, `src/${room}.ts`])), { platform: 'neutral' }),
]);

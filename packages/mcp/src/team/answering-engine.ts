/** What answers questions in a team's server, and speaks the protocol: loaded while the database is reached. */
export { openTeamMemory } from '@memora/engine/team';
export { openRooms } from './open-rooms.ts';
export { answerPeople } from './people/answer-people.ts';
export { teamToolsOf } from './tools/team-tools.ts';

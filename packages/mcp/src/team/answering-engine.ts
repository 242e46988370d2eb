/** The parts of a team's server that answer questions and speak the protocol, loaded while the database connects. */
export { openTeamMemory } from '@memora/engine/team';
export { takeDocuments } from './documents/take-documents.ts';
export { openRooms } from './open-rooms.ts';
export { answerPeople } from './people/answer-people.ts';
export { teamToolsOf } from './tools/team-tools.ts';

export { type Installation, openInstallation, readInstallation } from './open-installation.ts';

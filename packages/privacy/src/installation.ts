export { type Installation, openInstallation, readInstallation } from './keys/open-installation.ts';

export { type Installation, openInstallation } from './keys/open-installation.ts';

export { encryptedDriver } from './sqlite/encrypted-driver.ts';

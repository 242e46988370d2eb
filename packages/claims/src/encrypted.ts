export { encryptedDriver, rekeyDatabase } from './sqlite/encrypted-driver.ts';

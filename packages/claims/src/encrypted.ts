export { encryptedDriver, rekeyDatabase } from './store/open/encrypted-driver.ts';

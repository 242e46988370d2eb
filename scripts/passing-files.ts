/**
 * True for the name of a file that a build writes next to a config, reads and removes (`tsup.config.bundled_….mjs`).
 * It is not source. A check during a build would find it in a listing and miss it a moment later.
 */
export function isPassingFile(name: string): boolean {
  return name.includes('.bundled_');
}

/** The place of a hostile vault, and its user's surroundings. */
export interface Site {
  readonly vault: string;
  /** A folder of the user that nothing may touch. */
  readonly outside: string;
  /** A service that records everything that connects to it. */
  readonly url: string;
}

/** The parts of a vault that its author made hostile. */
export type HostilePart =
  | 'links'
  | 'special files'
  | 'databases'
  | 'configs'
  | 'accepted configs'
  | 'ledgers and locks'
  | 'names'
  | 'shapes'
  | 'files of other programs';

/** One vault of a malicious author. */
export interface HostileVault {
  readonly name: string;
  readonly part: HostilePart;
  readonly spoil: (site: Site) => void;
  /** A file of the user has a hard link in the vault. Its text is read as a note. */
  readonly sharesFile?: true;
  /**
   * Its user has accepted the config, so it may call the site's service without a key. Anything that the
   * author changes afterwards was not accepted.
   */
  readonly accepted?: { readonly then?: (site: Site) => void };
}

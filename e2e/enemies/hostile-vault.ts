/** Where a hostile vault is, and what its user has around it. */
export interface Site {
  readonly vault: string;
  /** A folder of the user's that nothing may touch. */
  readonly outside: string;
  /** A service that sees whatever connects to it. */
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

/** One vault of an author who means harm. */
export interface HostileVault {
  readonly name: string;
  readonly part: HostilePart;
  readonly spoil: (site: Site) => void;
  /** A file of the user's has a second name in the vault: its words are those of a note. */
  readonly sharesFile?: true;
  /**
   * Its user has accepted the config, so that it may ask the service of the site, without a key. What the author does behind that, if
   * anything, was not accepted.
   */
  readonly accepted?: { readonly then?: (site: Site) => void };
}

/** A page that is a picture, as a PNM file: what every program that recognises text reads. */
export interface PagePicture {
  readonly bytes: Uint8Array;
  /** Dots an inch, where the page says how large it is. */
  readonly dpi: number;
}

/** The text of a picture. Throws an `IngestError`. */
export type RecogniseText = (picture: PagePicture) => Promise<string>;

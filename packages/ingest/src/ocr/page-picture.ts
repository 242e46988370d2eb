/** A page that is a picture, as a PNM file, which every OCR program reads. */
export interface PagePicture {
  readonly bytes: Uint8Array;
  /** Dots per inch, if the page states its size. */
  readonly dpi: number;
}

/** Returns the text of a picture. Throws an `IngestError`. */
export type RecogniseText = (picture: PagePicture) => Promise<string>;

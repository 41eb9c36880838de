/** Who gets a mail. */
export interface Addressed {
  /** A single address, checked and in lower case. */
  readonly to: string;
  /** The person's name, as they typed it. */
  readonly name: string;
}

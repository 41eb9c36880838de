/** Random values that nobody can guess. */
export interface Random {
  /** A string of `count` decimal digits, each equally likely. */
  digits(count: number): string;
  /** A string of `count` letters of the alphabet, each equally likely. */
  letters(alphabet: string, count: number): string;
  /** An opaque identifier of at least 122 random bits (UUIDv4, RFC 9562). */
  uuid(): string;
}

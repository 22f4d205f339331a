/** A place in a schema where it is not what every client accepts. */
export interface Fault {
  /** JSON pointer from the schema's root. */
  readonly pointer: string;
  /** What is wrong, as the end of a sentence that names the place. */
  readonly message: string;
}

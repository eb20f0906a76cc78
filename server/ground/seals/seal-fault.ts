/** What does not hold: a sentence, with the minute and the row where that can be told. */
export interface Fault {
  /** When it was sealed. */
  at: string | null
  /** The number of the row. */
  serial: number | null
  says: string
}

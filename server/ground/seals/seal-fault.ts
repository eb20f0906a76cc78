/** A sentence about something that doesn't match, with the minute and the row if they are known. */
export interface Fault {
  /** When it was sealed. */
  at: string | null
  /** The number of the row. */
  serial: number | null
  says: string
}

/** The wait list, for the screens on which places become free or none is found. */
export interface Place {
  doctorId: string
  date: string
  time: string
}

export { waitingForQuery } from './queries.ts'

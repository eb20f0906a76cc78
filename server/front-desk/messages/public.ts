/** Messages to patients, for what moves and cancels their appointments. */
export { toldNow, toldOfChanges } from './queries.ts'
export { sendingMessages } from './send.ts'

export { daysAfter } from '../../contract/days.ts'

/** Today at a hospital whose clock shows UTC, which is what a new hospital's does. */
export function utcToday(): string {
  return new Date().toISOString().slice(0, 10)
}

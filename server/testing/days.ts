/** The calendar day `days` after another, yyyy-mm-dd. */
export function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** Today at a hospital whose clock shows UTC, which is what a new hospital's does. */
export function utcToday(): string {
  return new Date().toISOString().slice(0, 10)
}

/** The calendar day, yyyy-mm-dd, `days` after another; before it where negative. Time zones have no say in it. */
export function daysAfter(day: string, days: number): string {
  const moved = new Date(`${day}T12:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

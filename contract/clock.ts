/** The time of day, hh:mm, at a number of minutes since midnight: 630 is '10:30'. */
export function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

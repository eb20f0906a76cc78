/** The time of day, hh:mm, at a number of minutes since midnight: 630 is '10:30'. */
export function timeOf(minutes: number): string {
  const two = (part: number) => (part < 10 ? `0${part}` : String(part))
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

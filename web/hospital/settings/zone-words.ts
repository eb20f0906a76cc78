/** 'America/New_York' → 'America/New York' */
export function placeWords(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}

import type { ExpectedCall } from '../../../contract/front-desk/displays.ts'

/** The way of a patient: 'Room 4, Heart clinic, First floor'; on a screen of the clinic itself (`here`), 'Room 4'. */
export function wayWords(
  { room, clinic, floor }: Pick<ExpectedCall, 'room' | 'clinic' | 'floor'>,
  here?: string,
): string {
  return [room, ...(clinic === here ? [] : [clinic, floor])].filter(Boolean).join(', ')
}

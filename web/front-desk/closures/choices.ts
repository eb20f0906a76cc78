import type { z } from 'zod'
import type { Decision, Displaced } from '../../../contract/front-desk/closures.ts'
import { formatDay, formatTime, formatWeekday } from '../../ground/ui/format.ts'

/** The decisions on displaced bookings, as they are chosen on the worklist. */

/** In the order of the keys 1 to 4. */
export const actions = ['LATER', 'COLLEAGUE', 'CANCEL', 'KEEP'] as const
export type Action = (typeof actions)[number]

export interface Chosen {
  action?: Action | undefined
  /** Why it is kept. */
  reason?: string | undefined
}

/** By appointment, what differs from the proposal. */
export type Choices = Readonly<Record<string, Chosen>>

export function isPossible({ later, colleague }: Displaced, action: Action): boolean {
  return action === 'LATER' ? later !== null : action === 'COLLEAGUE' ? colleague !== null : true
}

/** A colleague at that time, else the doctor’s next free time; undefined where neither is free. */
function proposed(item: Displaced): Action | undefined {
  return item.colleague ? 'COLLEAGUE' : item.later ? 'LATER' : undefined
}

/** Answers undefined where a booking is not decided, or no longer possible as it was chosen. */
export function actionOf(item: Displaced, chosen: Chosen | undefined): Action | undefined {
  const action = chosen?.action
  if (!action) return proposed(item)
  return isPossible(item, action) ? action : undefined
}

/** A choice for all; a booking for which it isn't possible keeps its own. */
export function chosenForAll(items: readonly Displaced[], choices: Choices, action: Action): Choices {
  const changed = items
    .filter((item) => isPossible(item, action))
    .map(({ appointment: { id } }) => [id, { ...choices[id], action }] as const)
  return { ...choices, ...Object.fromEntries(changed) }
}

export function decisionOf(item: Displaced, action: Action, reason: string): z.input<typeof Decision> {
  const { id, version } = item.appointment
  const about = { appointmentId: id, version }
  if (action === 'CANCEL') return { action, ...about, cancelReason: 'OTHER' }
  if (action === 'KEEP') return { action, ...about, reason: reason.trim() }
  const slot = action === 'LATER' ? item.later : item.colleague
  if (!slot) throw new Error('Choose again: this time is no longer free.')
  return { action: 'MOVE', ...about, doctorId: slot.doctorId, date: slot.date, time: slot.time }
}

/** How many patients get a message: those it can reach, and whose time changes or is cancelled. */
export function countTold(decided: readonly { item: Displaced; action: Action }[]): number {
  return decided.filter(({ item, action }) => {
    if (!item.isTold || action === 'KEEP') return false
    const { date, time } = item.appointment
    const slot = action === 'LATER' ? item.later : action === 'COLLEAGUE' ? item.colleague : null
    return slot?.date !== date || slot.time !== time
  }).length
}

/** 'Move 18, cancel 2, tell 20', or 'Moved 18, cancelled 2, told 20' */
export function tally(
  taken: readonly Action[],
  told: number,
  verbs: readonly string[] = ['move', 'cancel', 'keep', 'tell'],
): string {
  const count = (of: readonly Action[]) => taken.filter((action) => of.includes(action)).length
  const parts = [count(['LATER', 'COLLEAGUE']), count(['CANCEL']), count(['KEEP']), told]
  const words = parts
    .map((number, at) => (number > 0 ? `${verbs[at]} ${number}` : ''))
    .filter(Boolean)
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 'Tue 2 Dec, 9:15 AM' */
export function shortWhen({ date, time }: { date: string; time: string }): string {
  const [day, month] = formatDay(date).split(' ')
  return `${formatWeekday(date).slice(0, 3)} ${day} ${month}, ${formatTime(time)}`
}

import type { Transaction } from 'kysely'
import type { WaitEntry } from '../../../contract/front-desk/wait-list.ts'
import { spokenDay, spokenTime } from '../../../contract/spoken.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { DB } from '../../ground/db/types.ts'
import { Refusal, violatedConstraint } from '../../ground/http/errors.ts'
import { type WallClock, wallClock } from '../../ground/http/hospital.ts'
import type { AskedPlace, Hold } from './queries.ts'

/** Says why a place can't be held, or who ended an offer and when. */

const answers = {
  TAKEN: 'booked this place',
  DECLINED: 'recorded that the patient declined',
  WITHDRAWN: 'withdrew it',
}

export async function offerOver(trx: Transaction<DB>, hold: Hold, staff: { id: string }): Promise<Refusal> {
  if (hold.answer === null) {
    const sentence = `The place was held until ${await at(trx, hold.until)}. Offer it again, if it is free.`
    return new Refusal('offer_over', sentence)
  }
  const who = hold.answeredById === staff.id ? 'You' : (hold.answeredBy ?? 'Someone')
  const when = hold.releasedAt ? ` ${await at(trx, hold.releasedAt, true)}` : ''
  return new Refusal('offer_over', `Not done: ${who} ${answers[hold.answer]}${when}.`)
}

/** '8:09 PM', with the day where that is another */
async function at(db: Database, moment: string, isSentence = false): Promise<string> {
  const [then, now] = [await wallClock(db, moment), await wallClock(db)]
  const time = spokenTime(then.time, now.style)
  const day = then.day === now.day ? '' : ` on ${spokenDay(then.day)}`
  return `${isSentence ? 'at ' : ''}${time}${day}`
}

export function waitEnded({ state }: WaitEntry): Refusal {
  const how = state === 'BOOKED' ? 'has been booked from the wait list' : 'was taken off the wait list'
  return new Refusal('wait_ended', `The patient ${how} in the meantime.`)
}

/** The sentence for a place that the database refused to hold. */
export function holdRefusal(error: unknown, { date, time }: AskedPlace, { style }: WallClock): unknown {
  const when = `${spokenDay(date)} at ${spokenTime(time, style)}`
  switch (violatedConstraint(error)) {
    case 'hold_in_hours':
      return refused('outside_hours', `The doctor sees no patients on ${when}. Choose a free time.`)
    case 'hold_while_doctor_is_in':
      return refused('doctor_away', `The doctor is away on ${when}. Choose another time.`)
    case 'hold_while_free':
    case 'hold_one_per_seat':
    case 'hold_one_per_token':
      return refused('place_taken', `Somebody else was given the place on ${when}. Choose another time.`)
    case 'hold_before_its_time':
      return refused('time_has_passed', `${when} has passed. Choose a later time.`)
    default:
      return error
  }
}

function refused(
  code: 'outside_hours' | 'doctor_away' | 'place_taken' | 'time_has_passed',
  sentence: string,
): Refusal {
  return new Refusal(code, sentence, { errors: [{ path: 'time', message: sentence }] })
}

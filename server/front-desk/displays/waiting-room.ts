import { type ExpectedCall, mostNext, type WaitingRoom } from '../../../contract/front-desk/displays.ts'
import { byTurn } from '../../../contract/front-desk/queue-order.ts'
import type { Database } from '../../ground/db/connect.ts'
import { lastConsultations, type Token, tokensInQueue } from '../appointments/public.ts'
import { forecastFrom, history } from './forecast.ts'

/** The patients who are called and who come next, by token, in the order of the queue. */
export async function callsAndQueue(
  db: Database,
  now: Date,
  clinicId: string | null,
): Promise<Pick<WaitingRoom, 'clinic' | 'serving' | 'next' | 'waiting'>> {
  const clinic = clinicId === null ? null : await clinicOf(db, clinicId)
  const tokens = await tokensInQueue(db)
  const [called, waiting] = ofStatus(tokens)
  // A patient called to another clinic still sits here, and one called from another clinic comes here.
  const isHere = (one: Token) =>
    clinicId === null || one.clinicId === clinicId || one.bookedClinicId === clinicId
  const here = waiting.filter(isHere)
  const shown = here.slice(0, mostNext)
  const likely = await forecasts(db, shown, waiting, called, now)
  return {
    clinic,
    serving: called
      .filter(isHere)
      .map((one) => ({ ...shownOf(one), calledAt: one.startedAt ?? one.queuedAt }))
      .toSorted((one, other) => (one.calledAt < other.calledAt ? 1 : -1)),
    next: shown.map((one) => ({ ...shownOf(one), likely: likely(one) })),
    waiting: here.length,
  }
}

/** The way and the expected call of a waiting patient, as on the screens; the way alone for anyone else. */
export async function expectedCall(
  db: Database,
  { id, ...place }: Omit<ExpectedCall, 'likely'> & { id: string },
  now: Date,
): Promise<ExpectedCall> {
  const tokens = await tokensInQueue(db)
  const [called, waiting] = ofStatus(tokens)
  const one = waiting.find((token) => token.id === id)
  if (!one) return { ...place, likely: null }
  const likely = await forecasts(db, [one], waiting, called, now)
  return { ...place, likely: likely(one) }
}

/** The patients with a doctor, and those who wait. */
function ofStatus(tokens: readonly Token[]): [called: Token[], waiting: Token[]] {
  return [
    tokens.filter(({ status }) => status === 'IN_PROGRESS'),
    tokens.filter(({ status }) => status === 'IN_QUEUE').toSorted(byTurn(tokens, undefined)),
  ]
}

function shownOf({ queueNumber, date, doctor, room, clinic, floor }: Token) {
  return { number: queueNumber, day: date, doctor, room, clinic, floor }
}

async function clinicOf(db: Database, id: string) {
  const clinic = await db
    .selectFrom('clinic')
    .select(['name', 'floor'])
    .where('id', '=', id)
    .executeTakeFirst()
  return clinic ?? null
}

/** When each is likely to be called, by their own doctor. */
async function forecasts(
  db: Database,
  shown: readonly Token[],
  waiting: readonly Token[],
  called: readonly Token[],
  now: Date,
) {
  const doctorIds = [...new Set(shown.map(({ doctorId }) => doctorId))]
  const past = await lastConsultations(db, doctorIds, history)
  const rooms = new Map(
    doctorIds.map((doctorId) => {
      const queue = waiting.filter((one) => one.doctorId === doctorId).toSorted(byTurn(waiting, doctorId))
      const current = called.find(({ statusBy }) => statusBy === doctorId)
      return [doctorId, { queue, current, likely: forecastFrom(past.get(doctorId) ?? []) }]
    }),
  )
  return (one: Token) => {
    const room = rooms.get(one.doctorId)
    if (!room) return null
    const ahead = { current: room.current, waiting: room.queue.slice(0, room.queue.indexOf(one)) }
    const found = room.likely(one, ahead, now.getTime())
    return found && { from: new Date(found.from).toISOString(), until: new Date(found.until).toISOString() }
  }
}

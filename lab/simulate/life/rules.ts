import {
  bookAppointment,
  changeAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import { readMe } from '../../../contract/people/staff.ts'
import { listBatches, listStockAlerts, moveStock } from '../../../contract/store/stock.ts'
import { dayText, minute, timeText } from '../../../server/demo/calendar.ts'
import type { Person, Told } from '../people/person.ts'
import { count, type Life } from './life.ts'

/** Tries rules about time when they must refuse. The rest of the simulation shows that they allow what is in time. */
export function planRefusals(life: Life): void {
  const { agenda, clock, staff } = life
  const at = (minutes: number, task: () => Promise<unknown>) =>
    agenda.at(clock.wall.momentAt(clock.day, minutes), task)
  at(11 * 60, () => bookThePast(life))
  at(14 * 60, () => issueExpired(life))
  at(16 * 60, () => useOldToken(life, staff.wards.one()))
  if ((clock.day - life.firstDay) % awayFor === 0) at(10 * 60, () => comeBack(life))
}

/** Days between two attempts: more than a session lasts. */
const awayFor = 8

function heard<Body>(life: Life, rule: string, told: Told<Body>): void {
  if (told.isDone) life.desk.findings.add(`allowed although ${rule}`, JSON.stringify(told.body))
  else count(life, `refused: ${rule}`)
}

/** Checks that an appointment in the past is refused: at eleven, for ten. */
async function bookThePast(life: Life): Promise<void> {
  const { clock, staff, population, random } = life
  const patient = population.known.find(({ isAdmitted, hasDied }) => !isAdmitted && !hasDied)
  if (!patient) return
  const body = {
    patientId: patient.id,
    doctorId: staff.clinic.one().id,
    date: dayText(clock.day),
    time: timeText(clock.minutes - random.between(30, 90)),
    type: 'GENERAL' as const,
    notes: null,
  }
  const mayHear = ['time_has_passed', 'patient_already_booked', 'doctor_slot_taken'] as const
  heard(life, 'its time has passed', await staff.reception.one().call(bookAppointment, { body }, { mayHear }))
}

/** Checks that expired stock is not issued while it waits to be disposed of. */
async function issueExpired(life: Life): Promise<void> {
  const keeper = life.staff.store.one()
  const expired = (await keeper.get(listStockAlerts)).items.find(({ kind }) => kind === 'EXPIRED')
  if (!expired) return
  const params = { id: expired.inventoryItemId }
  const batch = (await keeper.get(listBatches, { params })).find(({ isExpired }) => isExpired)
  if (!batch) return
  const body = {
    kind: 'ISSUE' as const,
    quantity: 1,
    batchId: batch.id,
    ward: 'GENERAL' as const,
    patientId: null,
    reason: 'Nothing else is there.',
  }
  const mayHear = ['stock_expired', 'not_enough_stock'] as const
  heard(life, 'it has expired', await keeper.call(moveStock, { params, body }, { mayHear }))
}

/** Checks that a token is refused after its five minutes. */
async function useOldToken(life: Life, person: Person): Promise<void> {
  const { agenda, clock, desk } = life
  const ask = await person.keepingToken()
  if ((await ask(readMe)) !== 200) desk.findings.add('a fresh token was refused', person.email)
  agenda.at(clock.now + 15 * minute, async () => {
    if ((await ask(readMe)) === 401) count(life, 'refused: the token is old')
    else desk.findings.add('allowed although the token is old', person.email)
  })
}

/** Checks that staff who come every eighth day must sign in again. */
async function comeBack(life: Life): Promise<void> {
  const { clock, desk, staff } = life
  const signIns = staff.auditor.timesSignedInAgain
  await staff.auditor.get(readMe)
  if (clock.day === life.firstDay) return
  if (staff.auditor.timesSignedInAgain > signIns) count(life, 'refused: the session is over')
  else desk.findings.add('a session was alive after eight days', staff.auditor.email)
}

/** Checks that a step of the queue can't be undone a quarter of an hour later. */
export function undoLate(life: Life, person: Person, id: string): void {
  const { agenda, clock } = life
  agenda.at(clock.now + 15 * minute, async () => {
    const told = await person.call(undoAppointmentChange, { params: { id } }, { mayHear: ['undo_refused'] })
    heard(life, 'half a minute has passed', told)
  })
}

/** Checks that an appointment of a future day can’t be added to the queue. */
export async function queueEarly(life: Life, person: Person, id: string): Promise<void> {
  const body = { status: 'IN_QUEUE' } as const
  const mayHear = ['transition_refused'] as const
  heard(
    life,
    'its day is to come',
    await person.call(changeAppointment, { params: { id }, body }, { mayHear }),
  )
}

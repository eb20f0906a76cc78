import { afterAll, expect, test } from 'vitest'
import {
  type Appointment,
  appointmentTypes,
  callNext,
  listQueue,
} from '../../../contract/front-desk/appointments.ts'
import { noteMissedCall } from '../../../contract/front-desk/missed-calls.ts'
import { byTurn } from '../../../contract/front-desk/queue-order.ts'
import { randomFrom } from '../../demo/random.ts'
import { startApp } from '../../testing/app.ts'
import { utcToday } from '../../testing/days.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'

const app = await startApp()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const colleague = await app.signIn('doctor')
const today = utcToday()

async function queued(doctorId: string, type: Appointment['type'] = 'GENERAL'): Promise<Appointment> {
  const booked = await givenAppointment(desk, { doctorId, date: today, type })
  return (await change(desk, booked, { status: 'IN_QUEUE' })).body
}

/** Calls until nobody waits. */
async function allCalled(): Promise<string[]> {
  const called: string[] = []
  for (;;) {
    const answer = await doctor.call(callNext)
    if (answer.status !== 200) return called
    called.push(answer.body.id)
  }
}

test('an emergency that joins last is called first, a colleague’s too', async () => {
  const own = await queued(doctor.id)
  const theirs = await queued(colleague.id)
  const emergency = await queued(colleague.id, 'EMERGENCY')
  const later = await queued(doctor.id, 'EMERGENCY')
  expect(await allCalled()).toEqual([emergency.id, later.id, own.id, theirs.id])
})

test.each([1, 2, 3, 4])(
  'whatever the queue (seed %i), Call next goes by the contract’s order',
  async (seed) => {
    const random = randomFrom(seed, 0, 0)
    for (let patients = 0; patients < 14; patients++) {
      await queued(random.pick([doctor, colleague]).id, random.pick(appointmentTypes))
    }
    // Some patients missed a call, one of them twice.
    for (let calls = 0; calls < 5; calls++) {
      const by = random.pick([doctor, colleague])
      const { id, missedCalls } = (await by.call(callNext)).body
      await by.call(noteMissedCall, { params: { id }, body: { call: missedCalls + 1 } })
    }
    // Many joined in the same millisecond.
    const { body: waiting } = await desk.call(listQueue)
    for (const { id, status } of waiting) {
      if (status !== 'IN_QUEUE') continue
      const steps = random.below(6)
      await app.asOwner(
        `update appointment set queued_at = timestamptz '2026-01-01' + $2::int * interval '300 microseconds' where id = $1`,
        [id, steps],
      )
    }
    const { body: queue } = await doctor.call(listQueue)
    const order = queue.filter(({ status }) => status === 'IN_QUEUE').toSorted(byTurn(queue, doctor.id))
    expect(order).toHaveLength(14)
    expect(order.filter(({ missedCalls }) => missedCalls > 0).length).toBeGreaterThan(1)
    expect(await allCalled()).toEqual(order.map(({ id }) => id))
  },
)

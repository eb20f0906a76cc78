import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  bookAppointment,
  callNext,
  cancelAppointment,
  readAppointment,
  undoAppointmentChange,
} from '../../../contract/front-desk/appointments.ts'
import type { ErrorCode } from '../../../contract/nouns.ts'
import { deletePatient } from '../../../contract/people/patients.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { roles } from '../../../contract/permissions.ts'
import { newAccount, type StaffClient, sendSignUp, startApp, type TestApp } from '../app.ts'
import { type Answer, type Client, createClient, idempotent } from '../client.ts'
import { daysAfter, utcToday } from '../days.ts'
import { book, change, givenAppointment, nextTime } from '../factories/appointments.ts'
import { givenPatient, patientForm } from '../factories/patients/patients.ts'
import { type Ground, races, wrongWith } from './races.ts'

/** One finds what is planted below. */
const rounds = 2
const crowd = 24

/** Two servers on one database, so that nothing in one server's memory can prevent a race. */
const app = await startApp()
const second = await startApp({ on: app })
afterAll(async () => {
  await second.close()
  await app.close()
})
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const ground = await groundOf(app, [app, second])
const today = utcToday()
let lastDay = 30
let day = today
beforeEach(() => {
  day = daysAfter(today, lastDay++)
})

/** A client for this person at the other server. */
function elsewhere(somebody: StaffClient): Client {
  return createClient(second.url, () => ({ authorization: `Bearer ${somebody.token}` }))
}

/** Makes many calls at once, to both servers in turn. */
function atOnce<Body>(
  somebody: StaffClient,
  call: (client: Client, index: number) => Promise<Answer<Body>>,
  howMany = crowd,
): Promise<Answer<Body>[]> {
  const there = elsewhere(somebody)
  return Promise.all(Array.from({ length: howMany }, (_, index) => call(index % 2 ? somebody : there, index)))
}

function expectWinners(answers: Answer[], winners: number, code: ErrorCode) {
  expect(wrongWith(answers, winners, code)).toEqual([])
}

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe.each(oneTo(rounds))('round %i', () => {
  test.each(races)('many race for $name, and none but the allowed get it ($constraint)', async ({ run }) => {
    expect(await run({ ...ground, day }, crowd)).toEqual([])
  })

  test('many desks book one patient with one doctor for a day: one does (appointment_one_per_patient_doctor_day)', async () => {
    const { id: patientId } = await givenPatient(desk)
    const answers = await atOnce(desk, (client) =>
      book(client, { patientId, doctorId: doctor.id, date: day }),
    )
    expectWinners(answers, 1, 'patient_already_booked')
  })

  test('many appointments are moved to one time at once: one gets there', async () => {
    const booked = await Promise.all(
      oneTo(crowd / 2).map(() => givenAppointment(desk, { doctorId: doctor.id, date: day })),
    )
    const time = nextTime()
    const answers = await atOnce(
      desk,
      (client, index) => change(client, booked[index] ?? { id: '' }, { time }),
      booked.length,
    )
    expectWinners(answers, 1, 'doctor_slot_taken')
  })

  test('many queue one patient at once: one does, and it is recorded once', async () => {
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: today })
    const answers = await atOnce(desk, (client) => change(client, booked, { status: 'IN_QUEUE' }))
    expectWinners(answers, 1, 'transition_refused')
    expect(await stepsOf(booked.id)).toEqual(['IN_QUEUE'])
  })

  test('starting and cancelling at once: one of them, and it is recorded once', async () => {
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: today })
    await change(desk, booked, { status: 'IN_QUEUE' })
    const params = { id: booked.id }
    const answers: Answer[] = await Promise.all(
      oneTo(crowd).map((turn) =>
        turn % 2
          ? change(doctor, booked, { status: 'IN_PROGRESS' })
          : elsewhere(desk).call(cancelAppointment, { params }),
      ),
    )
    expectWinners(answers, 1, 'transition_refused')
    const { status } = (await desk.call(readAppointment, { params })).body
    expect(await stepsOf(booked.id)).toEqual(['IN_QUEUE', status])
  })

  test('taking one step back many times at once goes back one step', async () => {
    const booked = await givenAppointment(desk, { doctorId: doctor.id, date: today })
    await change(desk, booked, { status: 'IN_QUEUE' })
    const answers = await atOnce(desk, (client) =>
      client.call(undoAppointmentChange, { params: { id: booked.id } }),
    )
    expectWinners(answers, 1, 'undo_refused')
    expect(await stepsOf(booked.id)).toEqual(['IN_QUEUE', 'SCHEDULED'])
  })

  test('a patient is deleted and booked at once: one of them (appointment_open_needs_current_patient)', async () => {
    const outcomes = await deleteAndBook(admin, desk, doctor, day)
    for (const { deleted, booked } of outcomes) expect(deleted !== booked).toBe(true)
    expect(await orphans(app)).toBe(0)
  })

  test.each([5, crowd])(
    'one key %i times at once: one record, and as many equal answers (idempotent_reply_once)',
    async (times) => {
      const key = idempotent()
      const body = patientForm({ lastName: `Once ${key.headers['idempotency-key']}` })
      const answers = await atOnce(desk, (client) => client.call(registerPatient, { body }, key), times)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      for (const answer of answers) {
        expect(answer.body).toEqual(answers[0]?.body)
        expect(answer.headers.get('etag')).toBe('"1"')
      }
      expect(answers.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1)
      const made = await app.asOwner('select from patient where last_name = $1', [body.lastName])
      expect(made).toHaveLength(1)
      const audited = await app.asOwner(
        `select from audit_entry where action = 'registerPatient' and subject_id = $1`,
        [answers[0]?.body.id],
      )
      expect(audited).toHaveLength(1)
    },
  )

  test('one key for a booking many times at once: one appointment, and the same answer', async () => {
    const { id: patientId } = await givenPatient(desk)
    const key = idempotent()
    const body = { patientId, doctorId: doctor.id, date: day, time: nextTime(), type: 'GENERAL' as const }
    const answers = await atOnce(desk, (client) => client.call(bookAppointment, { body }, key))
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(answers[0]?.body.queueNumber).toBe(1)
    expect(answers[0]?.body.time).toBe(body.time)
    expect(await app.asOwner('select from appointment where patient_id = $1', [patientId])).toHaveLength(1)
  })

  test('one key for many different requests at once: one is done, the others are told', async () => {
    const key = idempotent()
    const answers = await atOnce(desk, (client) => client.call(registerPatient, { body: patientForm() }, key))
    expectWinners(answers, 1, 'idempotency_key_reused')
  })
})

test('many doctors call the next patient at once: each patient is called once, and who gets none is told', async () => {
  let called = await doctor.call(callNext)
  while (called.status === 200) called = await doctor.call(callNext)
  const doctors = [doctor]
  while (doctors.length < 20) doctors.push(await app.signIn('doctor'))
  for (let round = 0; round < rounds; round++) {
    const queue = await Promise.all(
      oneTo(14).map(() => givenAppointment(desk, { doctorId: doctor.id, date: today })),
    )
    for (const waiting of queue) await change(desk, waiting, { status: 'IN_QUEUE' })
    const answers = await Promise.all(
      doctors.map((one, index) => (index % 2 ? one : elsewhere(one)).call(callNext)),
    )
    expectWinners(answers, 14, 'nobody_waiting')
    const started = answers.flatMap((answer) => (answer.status === 200 ? [answer.body] : []))
    expect(started.map(({ id }) => id).sort()).toEqual(queue.map(({ id }) => id).sort())
    expect(new Set(started.map(({ statusBy }) => statusBy)).size).toBe(14)
  }
})

test('many people make the first account at once: one of them is the founder', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const empty = await startApp({ template: 'empty' })
    const other = await startApp({ on: empty })
    try {
      const answers = await Promise.all(
        oneTo(20).map((index) => sendSignUp(index % 2 ? empty : other, newAccount())),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      const offered = await empty.asOwner<{ offered: string[] }>(
        'select offered_roles::text[] as offered from staff order by cardinality(offered_roles) desc',
      )
      expect(offered.map(({ offered: to }) => to.length)).toEqual([roles.length, ...oneTo(19).map(() => 0)])
    } finally {
      await other.close()
      await empty.close()
    }
  }
})

describe('these tests would find the fault that each constraint is for', () => {
  async function hospitalWithout(statement: string) {
    const faulty = await startApp()
    onTestFinished(() => faulty.close())
    const people = { desk: await faulty.signIn('receptionist'), doctor: await faulty.signIn('doctor') }
    await faulty.asOwner(statement)
    return { faulty, ...people, admin: await faulty.founder() }
  }

  describe('of each race', () => {
    let faulty: TestApp
    let there: Omit<Ground, 'day'>
    beforeAll(async () => {
      faulty = await startApp()
      for (const statement of races.flatMap(({ plant }) => plant)) await faulty.asOwner(statement)
      there = await groundOf(faulty)
    })
    afterAll(() => faulty.close())

    test.each(races)('for $name: $constraint', async ({ run }) => {
      expect(await run({ ...there, day }, crowd)).not.toEqual([])
    })
  })

  test.each([
    ['MRN', 'patient_mrn_once', 'mrn_counter'],
    ['queue number', 'appointment_queue_number_once_a_day', 'queue_day'],
  ])('and where a counter went wrong, no %s is given twice (%s)', async (_what, _constraint, counter) => {
    const wishes = { doctorId: doctor.id, date: day }
    await givenAppointment(desk, wishes)
    await app.asOwner(`update ${counter} set last_number = last_number - 1`)
    const refused = await (counter === 'mrn_counter'
      ? desk.call(registerPatient, { body: patientForm() })
      : book(desk, { ...wishes, patientId: (await givenPatient(desk)).id }))
    expect(refused.problem).toMatchObject({ status: 409, code: 'conflict' })
    await app.asOwner(`update ${counter} set last_number = last_number + 1`)
  })

  test('without appointment_one_per_patient_doctor_day a patient is booked many times', async () => {
    const without = await hospitalWithout('drop index appointment_one_per_patient_doctor_day')
    const { id: patientId } = await givenPatient(without.desk)
    const wishes = { patientId, doctorId: without.doctor.id, date: day }
    const answers = await Promise.all(oneTo(crowd).map(() => book(without.desk, wishes)))
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(1)
  })

  test('without appointment_open_needs_current_patient a deleted patient keeps an open appointment', async () => {
    const without = await hospitalWithout(
      'alter table appointment drop constraint appointment_open_needs_current_patient',
    )
    const outcomes = await deleteAndBook(without.admin, without.desk, without.doctor, day)
    expect(outcomes.some(({ deleted, booked }) => deleted && booked)).toBe(true)
    expect(await orphans(without.faulty)).toBeGreaterThan(0)
  })

  test('without idempotent_reply_once one key makes many records', async () => {
    const without = await hospitalWithout(
      'alter table idempotent_reply drop constraint idempotent_reply_once',
    )
    const key = idempotent()
    const body = patientForm()
    const answers = await Promise.all(oneTo(5).map(() => without.desk.call(registerPatient, { body }, key)))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBeGreaterThan(1)
  })
})

/** People of a hospital, with clients for all of its servers in turn. */
async function groundOf(hospital: TestApp, servers = [hospital]): Promise<Omit<Ground, 'day'>> {
  const people = {
    admin: await hospital.founder(),
    receptionist: await hospital.signIn('receptionist'),
    inventory_manager: await hospital.signIn('inventory_manager'),
  }
  return {
    as(role, turn = 0) {
      const { url } = servers[turn % servers.length] ?? hospital
      return createClient(url, () => ({ authorization: `Bearer ${people[role].token}` }))
    },
    doctorId: (await hospital.signIn('doctor')).id,
  }
}

async function manyPatients(client: Client = desk, howMany = crowd): Promise<string[]> {
  return Promise.all(oneTo(howMany).map(async () => (await givenPatient(client)).id))
}

/** Deletes and books each of many patients at once, and returns which of the two succeeded. */
async function deleteAndBook(deleter: StaffClient, booker: StaffClient, who: StaffClient, date: string) {
  const patients = await manyPatients(booker)
  return Promise.all(
    patients.map(async (patientId) => {
      const params = { id: patientId }
      const [deleted, booked] = await Promise.all([
        deleter.call(deletePatient, { params }),
        book(booker, { patientId, doctorId: who.id, date }),
      ])
      expect([200, 400]).toContain(deleted.status)
      expect([201, 422]).toContain(booked.status)
      return { deleted: deleted.status === 200, booked: booked.status === 201 }
    }),
  )
}

/** The number of open appointments of patients with a retired record. */
async function orphans(hospital: TestApp): Promise<number> {
  const rows = await hospital.asOwner(
    `select from appointment join patient on patient.id = patient_id
     where retired_at is not null and status in ('SCHEDULED', 'IN_QUEUE', 'IN_PROGRESS')`,
  )
  return rows.length
}

/** The statuses that an appointment was moved to, in order. */
async function stepsOf(id: string): Promise<string[]> {
  const rows = await app.asOwner<{ to_status: string }>(
    'select to_status from appointment_status_change where appointment_id = $1 order by id',
    [id],
  )
  return rows.map(({ to_status: status }) => status)
}

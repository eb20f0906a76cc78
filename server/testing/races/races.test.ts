import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  bookAppointment,
  callNext,
  cancelAppointment,
  readAppointment,
  undoAppointmentChange,
} from '../../contract/appointments.ts'
import type { ErrorCode } from '../../contract/nouns.ts'
import { deletePatient, editPatient, readPatient, registerPatient } from '../../contract/patients.ts'
import { roles } from '../../contract/permissions.ts'
import { book, change, givenAppointment, nextTime } from '../appointments/factories.ts'
import { givenPatient, patientForm } from '../patients/factories.ts'
import { newAccount, type StaffClient, sendSignUp, startApp, type TestApp } from './app.ts'
import { type Answer, type Client, createClient, idempotent, ifMatch } from './client.ts'
import { daysAfter, utcToday } from './days.ts'

const rounds = 4
const crowd = 24

/** Two servers on one database: what one of them could keep in its memory does not help. */
const app = await startApp()
const second = await startApp({ on: app })
afterAll(async () => {
  await second.close()
  await app.close()
})
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const today = utcToday()
let lastDay = 30
let day = today
beforeEach(() => {
  day = daysAfter(today, lastDay++)
})

/** The same person at the other server. */
function elsewhere(somebody: StaffClient): Client {
  return createClient(second.url, () => ({ authorization: `Bearer ${somebody.token}` }))
}

/** Many calls at the same moment, by turns to the one and the other server. */
function atOnce<Body>(
  somebody: StaffClient,
  call: (client: Client, index: number) => Promise<Answer<Body>>,
  howMany = crowd,
): Promise<Answer<Body>[]> {
  const there = elsewhere(somebody)
  return Promise.all(Array.from({ length: howMany }, (_, index) => call(index % 2 ? somebody : there, index)))
}

/** Exactly so many win; each other is refused with this code, and told why in a sentence. */
function expectWinners(answers: Answer[], winners: number, code: ErrorCode) {
  const [won, lost] = [
    answers.filter(({ status }) => status < 300),
    answers.filter(({ status }) => status >= 300),
  ]
  expect(lost.map(({ problem }) => problem.code)).toEqual(lost.map(() => code))
  expect(won.length).toBe(winners)
  for (const { problem } of lost) expect(problem.detail).toMatch(/^[A-Z].{20,}\.$/)
}

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe.each(oneTo(rounds))('round %i', () => {
  test('many desks register at once: each patient has an MRN of their own, and none is skipped (patient_mrn_once)', async () => {
    const before = numberIn((await givenPatient(desk)).mrn)
    const answers = await atOnce(desk, (client) => client.call(registerPatient, { body: patientForm() }))
    const numbers = answers.map(({ body }) => numberIn(body.mrn)).sort((one, other) => one - other)
    expect(numbers).toEqual(oneTo(crowd).map((step) => before + step))
  })

  test('many desks book one day at once: the queue numbers are 1 to all (appointment_queue_number_once_a_day)', async () => {
    const patients = await manyPatients()
    const answers = await atOnce(desk, (client, index) =>
      client.call(bookAppointment, {
        body: {
          patientId: patients[index] ?? '',
          doctorId: doctor.id,
          date: day,
          time: nextTime(),
          type: 'GENERAL',
        },
      }),
    )
    const numbers = answers.map(({ body }) => body.queueNumber).sort((one, other) => one - other)
    expect(numbers).toEqual(oneTo(crowd))
  })

  test('many desks book one time of a doctor: one has it (appointment_one_per_doctor_slot)', async () => {
    const answers = await bookOneSlot(app, (call) => atOnce(desk, call), doctor, day)
    expectWinners(answers, 1, 'doctor_slot_taken')
    const next = await givenAppointment(desk, { doctorId: doctor.id, date: day })
    // Those who lost took no number with them.
    expect(next.queueNumber).toBe(2)
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

  test('many edit one version of a record: one does, and the others see what it is now', async () => {
    const patient = await givenPatient(desk)
    const answers = await atOnce(desk, (client, index) =>
      client.call(
        editPatient,
        { params: { id: patient.id }, body: patientForm({ firstName: `Editor ${index}` }) },
        ifMatch(patient),
      ),
    )
    expectWinners(answers, 1, 'stale_version')
    const winner = answers.find(({ status }) => status === 200)?.body
    expect((await desk.call(readPatient, { params: { id: patient.id } })).body).toEqual(winner)
    expect(winner?.version).toBe(2)
    for (const { problem } of answers.filter(({ status }) => status === 412)) {
      expect(problem.current).toEqual(winner)
    }
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
    const empty = await startApp()
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

  test('without patient_mrn_once a counter that goes wrong gives an MRN twice; with it, it can’t', async () => {
    const wrong = 'update mrn_counter set last_number = last_number - 1'
    await givenPatient(desk)
    await app.asOwner(wrong)
    const refused = await desk.call(registerPatient, { body: patientForm() })
    expect(refused.problem).toMatchObject({ status: 409, code: 'conflict' })
    await app.asOwner('update mrn_counter set last_number = last_number + 1')
    const without = await hospitalWithout('alter table patient drop constraint patient_mrn_once')
    const first = await givenPatient(without.desk)
    await without.faulty.asOwner(wrong)
    expect((await givenPatient(without.desk)).mrn).toBe(first.mrn)
  })

  test('without appointment_queue_number_once_a_day a number is given twice; with it, it can’t be', async () => {
    const wrong = 'update queue_day set last_number = last_number - 1'
    await givenAppointment(desk, { doctorId: doctor.id, date: day })
    await app.asOwner(`${wrong} where date = $1`, [day])
    const refused = await book(desk, { doctorId: doctor.id, date: day })
    expect(refused.problem).toMatchObject({ status: 409, code: 'conflict' })
    const without = await hospitalWithout(
      'alter table appointment drop constraint appointment_queue_number_once_a_day',
    )
    const wishes = { doctorId: without.doctor.id, date: day }
    await givenAppointment(without.desk, wishes)
    await without.faulty.asOwner(wrong)
    expect((await givenAppointment(without.desk, wishes)).queueNumber).toBe(1)
  })

  test('without appointment_one_per_doctor_slot many have one time', async () => {
    const without = await hospitalWithout('drop index appointment_one_per_doctor_slot')
    const many = (call: (client: Client, index: number) => Promise<Answer>) =>
      Promise.all(oneTo(crowd).map((index) => call(without.desk, index - 1)))
    const answers = await bookOneSlot(without.faulty, many, without.doctor, day)
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(1)
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

function numberIn(mrn: string): number {
  return Number(mrn.slice(3))
}

async function manyPatients(client: Client = desk, howMany = crowd): Promise<string[]> {
  return Promise.all(oneTo(howMany).map(async () => (await givenPatient(client)).id))
}

/** Many patients are booked with one doctor at one time. */
async function bookOneSlot(
  hospital: TestApp,
  many: (call: (client: Client, index: number) => Promise<Answer>) => Promise<Answer[]>,
  who: StaffClient,
  date: string,
): Promise<Answer[]> {
  const front = await hospital.founder()
  const patients = await manyPatients(front)
  const time = nextTime()
  return many((client, index) =>
    book(client, { patientId: patients[index] ?? '', doctorId: who.id, date, time }),
  )
}

/** Each of many patients is deleted and booked at the same moment; says which of it happened. */
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

/** How many open appointments are of patients whose record was retired. */
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

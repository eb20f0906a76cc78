import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { listDisplaced } from '../../../contract/front-desk/closures.ts'
import { addSession } from '../../../contract/front-desk/schedules.ts'
import { takeOffer } from '../../../contract/front-desk/wait-list.ts'
import type { ErrorCode } from '../../../contract/nouns.ts'
import { editPatient, readPatient } from '../../../contract/people/patients.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { listBatches, listMovements } from '../../../contract/store/stock.ts'
import { type Answer, type Client, ifMatch } from '../client.ts'
import { admit } from '../factories/admissions.ts'
import { book, nextTime } from '../factories/appointments.ts'
import { givenBed } from '../factories/beds.ts'
import { givenClinic } from '../factories/clinics.ts'
import { givenItem, move } from '../factories/items.ts'
import { givenPatient, patientForm } from '../factories/patients/patients.ts'
import { away, givenSession, sessionForm, weekdayOf } from '../factories/schedules.ts'
import { givenWait, offer } from '../factories/wait-list.ts'

/** The hospital of a race. */
export interface Ground {
  /** Somebody of a role; of several servers each serves in its turn. */
  as(role: 'admin' | 'receptionist' | 'inventory_manager', turn?: number): Client
  doctorId: string
  /** A day for which nothing is booked. */
  day: string
}

/** A race for something that many want at the same moment. */
export interface Race {
  name: string
  /** The constraint that decides it. */
  constraint: string
  /** Takes that away, and lets what stands before it go wrong: then the race must end wrongly. */
  plant: readonly string[]
  /**
   * Runs it once. Returns sentences about what went wrong; none if exactly the allowed requests won, and all others had
   * a reason.
   */
  run(ground: Ground, crowd: number): Promise<string[]>
}

export const races: readonly Race[] = [
  {
    name: 'one bed',
    constraint: 'stay_one_per_bed',
    plant: ['alter table stay drop constraint stay_one_per_bed'],
    async run({ as, doctorId }, crowd) {
      const bed = await givenBed(as('admin'))
      const patients = await manyPatients(as('receptionist'), crowd)
      const answers = await Promise.all(
        patients.map((patientId, turn) =>
          admit(as('receptionist', turn), { bedId: bed.id, doctorId, patientId }),
        ),
      )
      return wrongWith(answers, 1, 'bed_occupied')
    },
  },
  {
    name: 'one queue number',
    constraint: 'appointment_queue_number_once_a_day',
    plant: [
      'alter table appointment drop constraint appointment_queue_number_once_a_day',
      `create or replace function next_queue_number(day date) returns integer language sql security definer as $$
         select coalesce(max(queue_number), 0) + 1 from (select pg_sleep(0.02)) as thought
           left join appointment on date = day $$`,
    ],
    async run({ as, doctorId, day: date }, crowd) {
      const patients = await manyPatients(as('receptionist'), crowd)
      const answers = await Promise.all(
        patients.map((patientId, turn) => book(as('receptionist', turn), { patientId, doctorId, date })),
      )
      return [
        ...wrongWith(answers, crowd),
        ...notInOrder(
          answers.map((answer) => (isWon(answer) ? answer.body.queueNumber : 0)),
          1,
        ),
      ]
    },
  },
  {
    name: 'one stock batch',
    constraint: 'batch_never_below_zero',
    plant: [
      // Each movement takes half of what it says.
      `create function take_half() returns trigger language plpgsql as $$
         begin new.quantity := new.quantity / 2; return new; end $$`,
      `create trigger a_half before insert on stock_movement for each row when (new.kind = 'ISSUE')
         execute function take_half()`,
    ],
    async run({ as }, crowd) {
      const keeper = as('inventory_manager')
      const [each, enoughFor] = [4, Math.floor(crowd / 2)]
      const item = await givenItem(keeper, { quantity: each * enoughFor })
      const params = { id: item.id }
      const [batch] = (await keeper.call(listBatches, { params })).body
      const answers = await Promise.all(
        Array.from({ length: crowd }, (_, turn) =>
          move(as('inventory_manager', turn), item, {
            kind: 'ISSUE',
            quantity: each,
            batchId: batch?.id ?? '',
            ward: 'ICU',
          }),
        ),
      )
      const left = (await keeper.call(listBatches, { params })).body
      const [last] = (await keeper.call(listMovements, { params })).body.items
      return [
        ...wrongWith(answers, enoughFor, 'not_enough_stock'),
        ...(left.length === 0 && last?.balance === 0 ? [] : ['The batch was not empty in the end.']),
      ]
    },
  },
  {
    name: 'one MRN',
    constraint: 'patient_mrn_once',
    plant: [
      'alter table patient drop constraint patient_mrn_once',
      `create or replace function next_mrn_number() returns integer language sql security definer as $$
         select coalesce(max(mrn_number), (select last_number from mrn_counter)) + 1
         from (select pg_sleep(0.02)) as thought left join patient on true $$`,
    ],
    async run({ as }, crowd) {
      const before = numberIn(await givenPatient(as('receptionist')))
      const answers = await Promise.all(
        Array.from({ length: crowd }, (_, turn) =>
          as('receptionist', turn).call(registerPatient, { body: patientForm() }),
        ),
      )
      return [
        ...wrongWith(answers, crowd),
        ...notInOrder(
          answers.map((answer) => (isWon(answer) ? numberIn(answer.body) : 0)),
          before + 1,
        ),
      ]
    },
  },
  {
    name: 'one edit',
    constraint: 'the version in If-Match',
    plant: [
      `create function stay_at_version() returns trigger language plpgsql as $$
         begin new.version := old.version; return new; end $$`,
      'create trigger a_version before update on patient for each row execute function stay_at_version()',
    ],
    async run({ as }, crowd) {
      const patient = await givenPatient(as('receptionist'))
      const params = { id: patient.id }
      const answers = await Promise.all(
        Array.from({ length: crowd }, (_, turn) =>
          as('receptionist', turn).call(
            editPatient,
            { params, body: patientForm({ firstName: `Editor ${turn}` }) },
            ifMatch(patient),
          ),
        ),
      )
      const now = (await as('receptionist').call(readPatient, { params })).body
      const isShown = (answer: Answer) =>
        isDeepStrictEqual(isWon(answer) ? answer.body : answer.problem.current, now)
      return [
        ...wrongWith(answers, 1, 'stale_version'),
        ...(answers.every(isShown) ? [] : ['Somebody was not shown what the record is now.']),
      ]
    },
  },
  {
    name: 'one slot of a doctor',
    constraint: 'appointment_one_per_doctor_slot',
    plant: ['drop index if exists appointment_one_per_doctor_slot'],
    async run({ as, doctorId, day: date }, crowd) {
      const patients = await manyPatients(as('receptionist'), crowd)
      const time = nextTime()
      const answers = await Promise.all(
        patients.map((patientId, turn) =>
          book(as('receptionist', turn), { patientId, doctorId, date, time }),
        ),
      )
      // The losers used no number.
      const next = await book(as('receptionist'), { doctorId, date })
      return [...wrongWith(answers, 1, 'doctor_slot_taken'), ...notInOrder([next.body.queueNumber], 2)]
    },
  },
  {
    name: 'the places of a session',
    constraint: 'appointment_while_free, and appointment_one_per_seat beneath it',
    plant: [
      'alter table appointment drop constraint appointment_one_per_seat',
      'drop index if exists appointment_one_per_doctor_slot',
      `create or replace function free_seat(one appointment, held practice_session) returns smallint language sql as $$
         select 1::smallint $$`,
    ],
    async run({ as, doctorId, day }) {
      await givenSession(as('admin'), { ...(await hoursOn(as('admin'), day)), doctorId, capacity: 3 })
      // More than in other races: a slot that many want is the usual case.
      const patients = await manyPatients(as('receptionist'), 50)
      const answers = await Promise.all(
        patients.map((patientId, turn) =>
          book(as('receptionist', turn), { patientId, doctorId, date: day, time: '09:00' }),
        ),
      )
      return [
        ...wrongWith(answers, 3, 'session_full'),
        ...notInOrder(
          answers.filter(isWon).map(({ body }) => body.seat),
          1,
        ),
      ]
    },
  },
  {
    name: 'an hour of a doctor',
    constraint: 'session_one_at_a_time',
    plant: ['alter table practice_session drop constraint session_one_at_a_time'],
    async run({ as, doctorId, day }, crowd) {
      const body = sessionForm({ ...(await hoursOn(as('admin'), day)), doctorId })
      const answers = await Promise.all(
        Array.from({ length: crowd }, (_, turn) => as('admin', turn).call(addSession, { body })),
      )
      return wrongWith(answers, 1, 'session_overlaps')
    },
  },
  {
    name: 'an hour in which leave is recorded',
    constraint: 'the doctor’s row, which a booking shares and an absence takes (closure_holds_bookings)',
    plant: [
      `create or replace function hold_bookings_of_doctor() returns trigger language plpgsql as $$
         begin return new; end $$`,
      `create function think_of_follow_up() returns trigger language plpgsql as $$
         begin perform pg_sleep(0.03); return new; end $$`,
      `create trigger think_twice before insert on appointment for each row when (new.type = 'FOLLOW_UP')
         execute function think_of_follow_up()`,
    ],
    async run({ as, doctorId, day: date }) {
      const hours = await hoursOn(as('admin'), date)
      await givenSession(as('admin'), { ...hours, doctorId, capacity: 20, endsAt: '17:00' })
      const patients = await manyPatients(as('receptionist'), 4 * 8)
      const wrong: string[] = []
      // Sooner or later, so that it meets bookings however fast the computer is.
      for (const [at, wait] of [0, 0, 2, 5, 10, 20, 40, 80].entries()) {
        const [time, toTime] = [clock(9 + at), clock(10 + at)]
        const booking = (turn: number) => {
          const wishes = { patientId: patients[4 * at + turn] ?? '', doctorId, date, time }
          return book(as('receptionist', turn), { ...wishes, type: 'FOLLOW_UP' })
        }
        const [leave, ...bookings] = await Promise.all([
          sleep(wait).then(() => away(as('admin', at), { doctorId, from: date, fromTime: time, toTime })),
          ...[0, 1, 2, 3].map(booking),
        ])
        const booked = bookings.filter(isWon).map(({ body }) => body.id)
        const listed = await as('receptionist').call(listDisplaced, { params: { id: leave.body.id } })
        wrong.push(...wrongWith(bookings, booked.length, 'doctor_away'))
        if (leave.body.displaced !== booked.length)
          wrong.push(`Leave was said to displace ${leave.body.displaced}, and ${booked.length} were booked.`)
        if (
          listed.body
            .map(({ appointment }) => appointment.id)
            .toSorted()
            .join() !== booked.toSorted().join()
        )
          wrong.push('The list of displaced bookings was not that of the booked ones.')
      }
      return wrong
    },
  },
  {
    name: 'a place that is offered',
    constraint: 'the hold, which is answered once',
    plant: [
      `create function hold_on() returns trigger language plpgsql as $$
         begin new.released_at := null; new.answer := null; new.answered_by := null; return new; end $$`,
      'create trigger hold_on before update on slot_hold for each row execute function hold_on()',
    ],
    async run({ as, doctorId, day: date }, crowd) {
      const hours = await hoursOn(as('admin'), date)
      await givenSession(as('admin'), { ...hours, doctorId, capacity: 20 })
      const entry = await givenWait(as('receptionist'), { doctorId, clinicId: hours.clinicId })
      const offered = await offer(as('receptionist'), entry, { doctorId, date, time: '09:00' })
      const params = { id: offered.body.offer?.id ?? '' }
      const answers = await Promise.all(
        Array.from({ length: crowd }, (_, turn) => as('receptionist', turn).call(takeOffer, { params })),
      )
      return wrongWith(answers, 1, 'offer_over')
    },
  },
]

const isWon = ({ status }: Answer) => status < 300

/** Exactly `winners` win; the others are refused with `code` (mostly 409, 412 for an edit) and a sentence that says why. */
export function wrongWith(answers: readonly Answer[], winners: number, code?: ErrorCode): string[] {
  const won = answers.filter(isWon).length
  const isRefused = ({ status, problem }: Answer) =>
    status < 500 && problem.code === code && /^[A-Z].{20,}\.$/.test(problem.detail ?? '')
  const odd = answers.filter((answer) => !isWon(answer) && !isRefused(answer))
  return [
    ...(won === winners ? [] : [`${won} won, where ${winners} may.`]),
    ...odd.map(({ status, text }) => `Somebody was answered ${status}: ${text}`),
  ]
}

/** Numbers that were given out follow each other from the first, each once. */
function notInOrder(numbers: readonly number[], first: number): string[] {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted.every((number, step) => number === first + step) ? [] : [`Given out: ${sorted.join(', ')}.`]
}

function numberIn({ mrn }: { mrn: string }): number {
  return Number(mrn.slice(3))
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Hours on that day alone, in a new clinic. */
async function hoursOn(admin: Client, day: string) {
  const { id: clinicId } = await givenClinic(admin)
  return { clinicId, weekday: weekdayOf(day), validFrom: day, validUntil: day }
}

async function manyPatients(desk: Client, howMany: number): Promise<string[]> {
  return Promise.all(Array.from({ length: howMany }, async () => (await givenPatient(desk)).id))
}

import { isDeepStrictEqual } from 'node:util'
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
import { givenSession, weekdayOf } from '../factories/schedules.ts'

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
    async run({ as, doctorId, day }, crowd) {
      const clinic = await givenClinic(as('admin'))
      const onDay = { weekday: weekdayOf(day), validFrom: day, validUntil: day }
      await givenSession(as('admin'), { doctorId, clinicId: clinic.id, capacity: 3, ...onDay })
      const patients = await manyPatients(as('receptionist'), crowd)
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

async function manyPatients(desk: Client, howMany: number): Promise<string[]> {
  return Promise.all(Array.from({ length: howMany }, async () => (await givenPatient(desk)).id))
}

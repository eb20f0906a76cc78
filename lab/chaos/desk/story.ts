import { randomUUID } from 'node:crypto'
import type { Call } from '../../../testbed/calls.ts'
import type { Hospital } from '../../../testbed/hospital.ts'
import { registration } from '../../../testbed/registration.ts'

/** The kinds of write whose rows and audit entries `ledger.ts` knows how to find. */
export type Kind =
  | 'registerPatient'
  | 'bookAppointment'
  | 'changeAppointment'
  | 'admitPatient'
  | 'transferPatient'
  | 'dischargePatient'
  | 'moveStock'

/** One write of a clerk, identified by a text that it leaves in its row. */
export interface Write {
  kind: Kind
  mark: string
  call: Call
  isAcknowledged: boolean
}

/** One clerk's own records, so that no other clerk causes a refusal. */
export interface Counter {
  doctor: string
  beds: [string, string]
  item: string
  today: string
}

/** The parts of the response that the next write needs. */
type Told = { id: string }

/** One sequence of a clerk's writes: yields each write, and gets its response once it is acknowledged. */
export type Story = (counter: Counter, turn: number) => Generator<Write, void, Told>

export const registering: Story = function* () {
  const mark = `Chaos ${randomUUID()}`
  yield write('registerPatient', mark, 'POST', '/api/patients', registration(mark))
}

/** A patient comes, is seen, stays in two beds and leaves; stock comes and goes. */
export const dayOfAHospital: Story = function* ({ doctor, beds, item, today }, turn) {
  const mark = () => `Chaos ${randomUUID()}`
  const named = mark()
  const patient = yield write('registerPatient', named, 'POST', '/api/patients', registration(named))
  const [booked, admitted, moved] = [mark(), mark(), mark()]
  const appointment = yield write('bookAppointment', booked, 'POST', '/api/appointments', {
    patientId: patient.id,
    doctorId: doctor,
    date: today,
    time: timeOf(turn),
    type: 'GENERAL',
    notes: booked,
    evenIfPassed: true,
  })
  yield write('changeAppointment', booked, 'PUT', `/api/appointments/${appointment.id}`, {
    status: 'IN_QUEUE',
  })
  const admission = yield write('admitPatient', admitted, 'POST', '/api/admissions', {
    patientId: patient.id,
    bedId: beds[0],
    doctorId: doctor,
    diagnosis: 'Pneumonia',
    notes: admitted,
  })
  const stay = `/api/admissions/${admission.id}`
  yield write('transferPatient', moved, 'POST', `${stay}/transfer`, { bedId: beds[1], notes: moved })
  yield write('dischargePatient', admitted, 'POST', `${stay}/discharge`, { destination: 'HOME' })
  const [received, issued] = [mark(), mark()]
  const movements = `/api/inventory/${item}/movements`
  yield write('moveStock', received, 'POST', movements, {
    kind: 'RECEIVE',
    quantity: 3,
    batchNumber: 'CHAOS',
    expiryDate: null,
    reason: received,
  })
  yield write('moveStock', issued, 'POST', movements, {
    kind: 'ISSUE',
    quantity: 2,
    ward: 'GENERAL',
    reason: issued,
  })
}

function write(kind: Kind, mark: string, method: string, path: string, body: object): Write {
  return { kind, mark, isAcknowledged: false, call: { method, path, body, key: randomUUID() } }
}

function timeOf(turn: number): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${pad(Math.floor(turn / 60) % 24)}:${pad(turn % 60)}`
}

/** A doctor, two beds and an item for each clerk. */
export async function givenCounters({ asOwner }: Pick<Hospital, 'asOwner'>, howMany: number) {
  return asOwner<Counter>(
    `with number as (select 'chaos ' || gen_random_uuid() as name from generate_series(1, $1)),
       doctor as (
         insert into staff (name, first_name, last_name, email, role, offered_roles)
         select name, 'Chaos', name, name, 'doctor', '{doctor}' from number returning id, name
       ), bed as (
         insert into bed (bed_number, ward) select name || side, 'GENERAL' from number, unnest('{a,b}'::text[]) side
         returning id, bed_number
       ), item as (
         insert into inventory_item (name, category, unit, reorder_level, cost)
         select name, 'SUPPLIES', 'pcs', 0, 1 from number returning id, name
       )
     select doctor.id as doctor, item.id as item, hospital_today()::text as today,
       array(select id from bed where bed_number in (name || 'a', name || 'b')) as beds
     from doctor join item using (name)`,
    [howMany],
  )
}

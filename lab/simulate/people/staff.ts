import { chooseRole, editStaffMember, readMe, readStaffMember } from '../../../contract/people/staff.ts'
import type { Role } from '../../../contract/permissions.ts'
import names from '../../../server/demo/content/names.json' with { type: 'json' }
import { asciiOf } from '../../../server/demo/content.ts'
import type { Size } from '../size.ts'
import { type Desk, Person, Shift } from './person.ts'

export interface Staff {
  admins: Shift
  /** The doctors for outpatients, and the doctors on the wards. */
  clinic: Shift
  wards: Shift
  reception: Shift
  store: Shift
  /** An administrator who looks at the records now and then. `everybody` does not include them. */
  auditor: Person
  everybody: readonly Person[]
}

/** For each doctor: outpatients on a full day, and beds. */
export const visitsOfDoctor = 22
const bedsOfDoctor = 25

/** Signs up the founder and everybody else. The founder offers the others their roles. */
export async function hire(desk: Desk, { beds, outpatients }: Size): Promise<Staff> {
  const founder = await signUp(desk, 0)
  await founder.get(chooseRole, { body: { role: 'admin' } })
  let count = 1
  async function shift(role: Role, people: number): Promise<Shift> {
    const hired: Person[] = []
    for (let place = 0; place < people; place++) hired.push(await signUp(desk, count++))
    for (const [index, person] of hired.entries()) {
      const params = { id: person.id }
      const { version } = await founder.get(readStaffMember, { params })
      const room = role === 'doctor' ? `Room ${index + 1}` : null
      const body = { offeredRoles: [role], active: true, room, specialty: null }
      await founder.get(editStaffMember, { params, body }, { version })
      await person.get(chooseRole, { body: { role } })
    }
    return new Shift(role, hired)
  }
  const clinic = await shift('doctor', Math.ceil((outpatients * 1.3) / visitsOfDoctor) + 1)
  const wards = await shift('doctor', Math.max(2, Math.ceil(beds / bedsOfDoctor)))
  const reception = await shift('receptionist', Math.max(2, Math.ceil(outpatients / 60)))
  const store = await shift('inventory_manager', beds > 100 ? 2 : 1)
  const auditor = (await shift('admin', 1)).one()
  const admins = new Shift('admin', [founder])
  const everybody = [admins, clinic, wards, reception, store].flatMap(({ people }) => people)
  return { admins, clinic, wards, reception, store, auditor, everybody }
}

async function signUp(desk: Desk, index: number): Promise<Person> {
  const group = desk.random.pick(names.nameGroups)
  const first = desk.random.pick(desk.random.chance(0.5) ? group.women : group.men)
  const last = desk.random.pick(group.families)
  const person = new Person(desk, `${asciiOf(last)}${index}@year.example`)
  await person.signUp(first, last)
  person.id = (await person.get(readMe)).id
  return person
}

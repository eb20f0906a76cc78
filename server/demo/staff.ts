import type pg from 'pg'
import { hashPassword } from '../ground/sign-in/passwords.ts'
import staffContent from './content/staff.json' with { type: 'json' }
import { asciiOf, nameGroups } from './content.ts'
import { copyRows } from './load.ts'
import type { Population } from './people.ts'
import { kinds, randomFrom, uuidAt } from './random.ts'

export type DemoStaff = ReturnType<typeof staffOf>

export interface Practice extends Population {
  /** The owner's connection, in the transaction of the fill. */
  client: pg.Client
  staff: DemoStaff
  /** The opening of the first day, at which all that was there from the start was recorded. */
  since: number
  /** Appointments of a weekday. */
  usualVisits: number
}

const { accounts, password, specialties, clinics } = staffContent

/** The accounts of the demo, its doctor first, and other doctors without a password, in the clinics of their specialties. */
export function staffOf(seed: number, doctors: number) {
  const people = [...accounts, ...otherDoctors(seed, doctors - 1)].map((person, index) => {
    const name = `${person.firstName} ${person.lastName}`
    // The triggers that keep it are off.
    const isDoctor = person.role === 'doctor'
    const clinic = clinics.find(({ specialties }) => specialties.includes(person.specialty ?? ''))
    const clinicId = clinic && uuidAt(seed, kinds.clinic, clinics.indexOf(clinic))
    return { id: uuidAt(seed, kinds.staff, index), ...person, isDoctor, clinicId, name }
  })
  const idsOf = (wanted: string) => people.filter(({ role }) => role === wanted).map(({ id }) => id)
  const [receptionist = ''] = idsOf('receptionist')
  const [storekeeper = ''] = idsOf('inventory_manager')
  return { people, doctors: idsOf('doctor'), receptionist, storekeeper }
}

/** Adds a department for each clinic, the clinics with the rooms of their doctors, the staff, and the password of the accounts of the demo. */
export async function hireStaff(hospital: Practice, canSignIn: boolean): Promise<void> {
  const {
    seed,
    staff: { people },
  } = hospital
  const opened = clinics.map((clinic, place) => {
    const rooms = people.filter(({ clinicId }) => clinicId === uuidAt(seed, kinds.clinic, place))
    const departmentId = uuidAt(seed, kinds.department, place)
    return { ...clinic, departmentId, rooms: `{${rooms.map(({ room }) => room).join()}}` }
  })
  const departments = clinics.map(({ department }) => ({ name: department }))
  await copyRows(hospital, { department: departments, clinic: opened, staff: people })
  if (!canSignIn) return
  // Hashing is slow by design, and one password needs it once.
  const signIn = { providerId: 'credential', password: await hashPassword(password) }
  const those = people.slice(0, accounts.length)
  await copyRows(hospital, { account: those.map(({ id }) => ({ staffId: id, accountId: id, ...signIn })) })
}

function otherDoctors(seed: number, count: number) {
  const taken = new Set<string>()
  const random = randomFrom(seed, kinds.staff, 0)
  return Array.from({ length: count }, (_, index) => {
    const group = nameGroups[index % nameGroups.length] ?? random.pick(nameGroups)
    const firstName = random.pick(random.chance(0.5) ? group.women : group.men)
    let lastName = random.pick(group.families)
    while (taken.has(lastName) && taken.size < 200) lastName = random.pick(group.families)
    taken.add(lastName)
    const email = `${asciiOf(firstName)}.${asciiOf(lastName)}${index < 40 ? '' : index}@st-elmo.example`
    const work = {
      specialty: specialties[(index + 1) % specialties.length],
      room: `Room ${index + 2}`,
      registrationNumber: `MCI ${45821 + index * 37}`,
    }
    return { firstName, lastName, email, role: 'doctor', offeredRoles: '{doctor}', ...work }
  })
}

import type pg from 'pg'
import { hashPassword } from '../ground/sign-in/passwords.ts'
import staffContent from './content/staff.json' with { type: 'json' }
import { asciiOf, nameGroups } from './content.ts'
import { copyRows } from './load.ts'
import { kinds, randomFrom, uuidAt } from './random.ts'

export type DemoStaff = Awaited<ReturnType<typeof hireStaff>>

const { accounts, password, specialties, clinics } = staffContent

/** Adds the clinics, the accounts of the demo, its doctor first, and other doctors without a password. */
export async function hireStaff(
  client: pg.Client,
  { seed, doctors, canSignIn, since }: { seed: number; doctors: number; canSignIn: boolean; since: number },
) {
  const saved = { createdAt: since, updatedAt: since }
  const people = [...accounts, ...otherDoctors(seed, doctors - 1)].map((person, index) => {
    const name = `${person.firstName} ${person.lastName}`
    // The triggers that keep it are off.
    const isDoctor = person.role === 'doctor'
    const place = clinics.findIndex((clinic) => clinic.specialties.includes(person.specialty ?? ''))
    const clinicId = place < 0 ? null : uuidAt(seed, kinds.clinic, place)
    return { id: uuidAt(seed, kinds.staff, index), ...person, isDoctor, clinicId, name, ...saved }
  })
  const ofClinics = clinics.map(({ specialties: _, ...clinic }, place) => {
    const id = uuidAt(seed, kinds.clinic, place)
    const rooms = people.filter(({ clinicId }) => clinicId === id).map(({ room }) => room)
    return { id, ...clinic, rooms: `{${rooms.join()}}`, ...saved }
  })
  await copyRows(client, { clinic: ofClinics })
  await copyRows(client, { staff: people })
  if (canSignIn) {
    // Hashing is slow by design, and one password needs it once.
    const signIn = { providerId: 'credential', password: await hashPassword(password), ...saved }
    const signIns = people
      .slice(0, accounts.length)
      .map(({ id }) => ({ staffId: id, accountId: id, ...signIn }))
    await copyRows(client, { account: signIns })
  }
  const idsOf = (wanted: string) => people.filter(({ role }) => role === wanted).map(({ id }) => id)
  const [receptionist = ''] = idsOf('receptionist')
  const [storekeeper = ''] = idsOf('inventory_manager')
  return { doctors: idsOf('doctor'), receptionist, storekeeper }
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

import type pg from 'pg'
import { hashPassword } from '../ground/sign-in/passwords.ts'
import { dayLength, dayText, type WallClock, weekdayOf } from './calendar.ts'
import names from './content/names.json' with { type: 'json' }
import staffContent from './content/staff.json' with { type: 'json' }
import { asciiOf } from './content.ts'
import { copyRows } from './load.ts'
import { kinds, randomFrom, uuidAt } from './random.ts'

export interface Practice {
  /** The owner's connection, in the transaction of the fill. */
  client: pg.Client
  seed: number
  size: number
  clock: WallClock
  /** The hospital's day as `dayNumber`, and the moment that counts as now. */
  today: number
  now: number
  /** The day on which the first patient was registered. */
  firstDay: number
  staff: ReturnType<typeof staffOf>
  /** The opening of the first day, at which all that was there from the start was recorded. */
  since: number
  usualVisits: number
}
export type Population = Omit<Practice, 'client' | 'staff' | 'since' | 'usualVisits'>

const { nameGroups } = names
const { accounts, password, leave, specialties, clinics } = staffContent

/** The accounts of the demo, its doctor first, and other doctors without a password, in the clinics of their specialties. */
export function staffOf(seed: number, size: number) {
  const people = [...accounts, ...otherDoctors(seed, size - 1)].map((person, index) => {
    const clinic = clinics.findIndex(({ specialties }) => specialties.includes(person.specialty ?? ''))
    const clinicId = clinic < 0 ? null : uuidAt(seed, kinds.clinic, clinic)
    const name = `${person.firstName} ${person.lastName}`
    // The triggers that keep it are off.
    const isDoctor = person.role === 'doctor'
    return { id: uuidAt(seed, kinds.staff, index), ...person, name, isDoctor, clinicId }
  })
  const doctors = people.filter(({ isDoctor }) => isDoctor).map(({ id }) => id)
  const firstOf = (wanted: string) => people.find(({ role }) => role === wanted)?.id ?? ''
  const [receptionist, storekeeper] = [firstOf('receptionist'), firstOf('inventory_manager')]
  return { people, doctors, receptionist, storekeeper, admin: firstOf('admin') }
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
    const specialty = specialties[(index + 1) % specialties.length]
    const [room, registrationNumber] = [`Room ${index + 2}`, `MCI ${45821 + index * 37}`]
    const work = { role: 'doctor', offeredRoles: '{doctor}', specialty, room, registrationNumber }
    return { firstName, lastName, email, ...work }
  })
}

export const slotLength = 20
/** The middle of the hours of all doctors but the demo's own, who keeps none, in minutes past midnight. */
const noon = 780

const isoWeekday = (date: number) => weekdayOf(date) || 7

/** The session of a doctor's hours that a moment is in; null if the doctor keeps none. */
export function sessionAt({ seed, staff }: Practice, doctorId: string, date: number, time: number) {
  const doctor = staff.doctors.indexOf(doctorId)
  const place = (doctor * 8 + isoWeekday(date)) * 2 + (time < noon ? 0 : 1)
  return doctor > 0 ? uuidAt(seed, kinds.practiceSession, place) : null
}

/** Adds clinics with rooms, the staff with hours and passwords, and leave of a doctor on whose days patients are booked. */
export async function hireStaff(practice: Practice, canSignIn: boolean): Promise<void> {
  const { seed, staff, firstDay, today, now } = practice
  const opened = clinics.map((clinic, place) => {
    const id = uuidAt(seed, kinds.clinic, place)
    const rooms = staff.people.filter(({ clinicId }) => clinicId === id).map(({ room }) => room)
    return { id, ...clinic, departmentId: uuidAt(seed, kinds.department, place), rooms: `{${rooms.join()}}` }
  })
  const usual = { slotMinutes: slotLength, capacity: 1, valid: `[${dayText(firstDay)},)` }
  const [, ...keepHours] = staff.people.filter(({ isDoctor }) => isDoctor)
  const sessions = keepHours.flatMap(({ id: doctorId, clinicId, room }) =>
    Array.from({ length: 14 }, (_, half) => {
      const [date, begins] = [today + (half % 7), half < 7 ? 480 : noon]
      const id = sessionAt(practice, doctorId, date, begins)
      const minutes = `[${begins},${begins + 300})`
      return { id, doctorId, clinicId, room, weekday: isoWeekday(date), minutes, ...usual }
    }),
  )
  const monday = today + 8 - isoWeekday(today)
  const during = `[${dayText(monday)},${dayText(monday + 2)})`
  const absence = { ...leave, during, madeBy: staff.admin, createdAt: now - 3 * dayLength }
  // Hashing is slow by design, and one password needs it once.
  const signIn = canSignIn && { providerId: 'credential', password: await hashPassword(password) }
  const entered = signIn ? staff.people.slice(0, accounts.length) : []
  await copyRows(practice, {
    department: clinics.map(({ department }) => ({ name: department })),
    clinic: opened,
    staff: staff.people,
    practice_session: sessions,
    closure: keepHours.slice(0, 1).map((doctor) => ({ doctor, ...absence })),
    account: entered.map(({ id }) => ({ staffId: id, accountId: id, ...signIn })),
  })
}

import type pg from 'pg'
import { type Role, roles } from '../../contract/permissions.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { nameGroups } from './content.ts'
import { asciiOf } from './patients.ts'
import { kinds } from './population.ts'
import { randomFrom, uuidAt } from './random.ts'

export interface DemoStaff {
  /** The doctor's account first: most of today's patients are theirs. */
  doctors: string[]
  /** Who runs the desk. */
  receptionist: string
  /** Who keeps the store. */
  storekeeper: string
}

/** Of its doctors in turn; what the wards and the illnesses of the demo ask for. */
const specialties = [
  'General medicine',
  'Cardiology',
  'Paediatrics',
  'Surgery',
  'Obstetrics and gynaecology',
  'Psychiatry',
]

const demoPassword = 'lantern-demo-2026'

interface Account {
  id: string
  first: string
  family: string
  email: string
  role: Role
  offered: readonly Role[]
  canSignIn: boolean
  /** Where a doctor sees patients. */
  room: string | null
  specialty: string | null
}

/** Adds the accounts of the demo, and doctors whom nobody can sign in as. */
export async function hireStaff(
  client: pg.Client,
  { seed, doctors, canSignIn, since }: { seed: number; doctors: number; canSignIn: boolean; since: Date },
): Promise<DemoStaff> {
  const known = (
    email: string,
    first: string,
    family: string,
    role: Role,
    offered: readonly Role[] = [role],
  ) => ({
    first,
    family,
    email,
    role,
    offered,
    canSignIn,
  })
  const people = [
    known('doctor@demo.test', 'Anika', 'Mehta', 'doctor'),
    known('receptionist@demo.test', 'Tomás', 'Rivera', 'receptionist'),
    known('admin@demo.test', 'Grace', 'Okafor', 'admin', roles),
    known('inventory@demo.test', 'Łukasz', 'Zieliński', 'inventory_manager'),
    ...otherDoctors(seed, doctors - 1),
  ].map((person, index) => ({ id: uuidAt(seed, kinds.staff, index), ...person }))
  const idOf = (role: Role) => people.filter((person) => person.role === role).map(({ id }) => id)
  const doctorIds = idOf('doctor')
  for (const person of people) {
    const place = doctorIds.indexOf(person.id)
    const work =
      place < 0
        ? { room: null, specialty: null }
        : { room: `Room ${place + 1}`, specialty: specialties[place % specialties.length] ?? null }
    await addAccount(client, { ...person, ...work }, since)
  }
  // Hashing is slow by design, and one password needs it once.
  if (canSignIn) await addPassword(client, people, await hashPassword(demoPassword), since)
  return {
    doctors: doctorIds,
    receptionist: idOf('receptionist')[0] ?? '',
    storekeeper: idOf('inventory_manager')[0] ?? '',
  }
}

function otherDoctors(seed: number, count: number) {
  const taken = new Set<string>()
  const random = randomFrom(seed, kinds.staff, 0)
  return Array.from({ length: count }, (_, index) => {
    const group = nameGroups[index % nameGroups.length] ?? random.pick(nameGroups)
    const first = random.pick(random.chance(0.5) ? group.women : group.men)
    let family = random.pick(group.families)
    while (taken.has(family) && taken.size < 200) family = random.pick(group.families)
    taken.add(family)
    const number = index < 40 ? '' : String(index)
    return {
      first,
      family,
      email: `${asciiOf(first)}.${asciiOf(family)}${number}@st-elmo.example`,
      role: 'doctor' as const,
      offered: ['doctor' as const],
      canSignIn: false,
    }
  })
}

async function addAccount(client: pg.Client, account: Account, since: Date): Promise<void> {
  await client.query(
    `insert into staff (id, name, first_name, last_name, email, role, offered_roles, room, specialty, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7::text[]::role_name[], $9, $10, $8, $8)`,
    [
      account.id,
      `${account.first} ${account.family}`,
      account.first,
      account.family,
      account.email,
      account.role,
      account.offered,
      since,
      account.room,
      account.specialty,
    ],
  )
}

async function addPassword(
  client: pg.Client,
  people: readonly Pick<Account, 'id' | 'canSignIn'>[],
  hash: string,
  since: Date,
): Promise<void> {
  await client.query(
    `insert into account (staff_id, account_id, provider_id, password, created_at, updated_at)
     select id, id::text, 'credential', $2, $3, $3 from unnest($1::uuid[]) as id`,
    [people.filter((person) => person.canSignIn).map(({ id }) => id), hash, since],
  )
}

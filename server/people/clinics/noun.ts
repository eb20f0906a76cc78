import { type RawBuilder, sql } from 'kysely'
import {
  addClinic,
  type Clinic,
  closeClinic,
  editClinic,
  listClinics,
  mostClinics,
} from '../../../contract/people/clinics.ts'
import type { Database } from '../../ground/db/connect.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import {
  type EditedKind,
  editRecord,
  nameTaken,
  recordById,
  retireRecord,
  updateRow,
} from '../../ground/records/record.ts'
import { departmentOf, withDepartment } from '../departments/public.ts'

/** `department`: of a clinic that the statement adds. */
const columnsOf = (department: string | null = null): RawBuilder<Clinic> => sql`
  clinic.id, clinic.name, ${departmentOf('clinic', department)} as department, clinic.floor, clinic.phone, clinic.rooms,
  clinic.books_from_home as "booksFromHome", clinic.version,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', staff.id, 'name', staff.name, 'active', staff.active) order by staff.name, staff.id)
    from staff where staff.clinic_id = clinic.id
  ), '[]') as doctors`

const kind: EditedKind<Clinic> = {
  called: 'this clinic',
  gone: 'This clinic was closed.',
  async read(db, id) {
    const { rows } = await sql<Clinic>`
      select ${columnsOf()} from clinic where id = ${id} and retired_at is null
    `.execute(db)
    return rows[0]
  },
  changedBy: [editClinic],
  audited: ['name', 'department', 'floor', 'phone', 'rooms', 'booksFromHome'],
}

async function openClinics(db: Database): Promise<Clinic[]> {
  const { rows } = await sql<Clinic>`
    select ${columnsOf()} from clinic where retired_at is null order by fold(${departmentOf('clinic')}) nulls last, fold(name), id
  `.execute(db)
  return rows
}

/** Why a clinic can't be closed: the accounts that belong to it, or the screens that stand there. */
async function requireUnused(trx: Database, { id, name, doctors }: Clinic): Promise<void> {
  const working = doctors.filter(({ active }) => active)
  const { rows: screens } = await sql<{ name: string }>`
    select name from display where clinic_id = ${id} and withdrawn_at is null order by made_at, id
  `.execute(trx)
  const { rows: practising } = await sql<{ name: string }>`
    select distinct staff.name from practice_session session join staff on staff.id = session.doctor_id
    where session.clinic_id = ${id} and session.valid && daterange(hospital_today(), null) order by staff.name
  `.execute(trx)
  const those = [working, practising, screens].find((list) => list.length > 0) ?? []
  if (those.length === 0) return
  const shown = those.slice(0, 5).map((one) => one.name)
  const words = [...shown, ...(those.length > 5 ? [`${those.length - 5} more`] : [])].join(', ')
  const act =
    working.length > 0
      ? 'Choose another clinic for them on the Staff page first.'
      : practising.length > 0
        ? 'End their sessions in it on the Doctors’ Hours page first. Bookings that are left are listed there, to be moved or cancelled.'
        : 'Withdraw these waiting-room screens in Settings first.'
  throw new Refusal('clinic_in_use', `${name} can’t be closed. It is the clinic of ${words}. ${act}`)
}

export const clinics = {
  routes(app) {
    serve(app, listClinics, ({ db }) => openClinics(db))

    serve(app, addClinic, ({ create, body: { name, department, floor, phone, rooms, booksFromHome } }) =>
      create({
        writes: sql`inserted as (
          insert into clinic (name, department_id, floor, phone, rooms, books_from_home)
          values (${name}, department_named(${department}), ${floor}, ${phone}, ${rooms}, ${booksFromHome ?? false}) returning *
        )`,
        select: sql<Clinic>`select ${columnsOf(department)} from inserted as clinic`,
        patient: null,
        moments: [],
        changes: sql`jsonb_build_object('added', made.name)`,
      }),
    )

    serve(app, editClinic, (call) =>
      editRecord(call, kind, async () => {
        const { booksFromHome, ...fields } = call.body
        const values = await withDepartment(call.trx, fields)
        return updateRow(call, 'clinic', { ...values, books_from_home: booksFromHome })
      }),
    )

    serve(app, closeClinic, async (call) => {
      const { trx, params } = call
      // A doctor who is put into it at this moment comes before, and is named, or after, and is refused.
      await sql`select from clinic where id = ${params.id} for no key update`.execute(trx)
      await requireUnused(trx, await recordById(trx, kind, params.id))
      return retireRecord(call, kind, 'clinic', ({ name }) => ({ closed: name }))
    })
  },
  live: {
    stale: {
      clinics: { clinic: always, staff: where('named', 'chosen', 'room'), department: always },
      doctors: { clinic: always },
      staff: { clinic: always },
      displays: { clinic: always },
      'waiting-room': { clinic: always },
    },
  },
  constraints: {
    clinic_name_once: nameTaken,
    clinics_at_most_200: {
      code: 'too_many_clinics',
      detail: `A hospital has ${mostClinics} clinics at most. Close some that are no longer used.`,
    },
    staff_clinic_open: {
      code: 'invalid_input',
      detail: 'This clinic was closed. Choose another.',
      path: 'clinicId',
    },
    display_clinic_open: {
      code: 'invalid_input',
      detail: 'This clinic was closed. Choose another.',
      path: 'clinicId',
    },
  },
  named: sql`select id, name from clinic`,
} satisfies Noun

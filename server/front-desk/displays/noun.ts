import { sql } from 'kysely'
import {
  addDisplay,
  type Display,
  type ExpectedCall,
  listDisplays,
  readExpectedCall,
  readWaitingRoom,
  withdrawDisplay,
} from '../../../contract/front-desk/displays.ts'
import { always, where } from '../../ground/http/live-noun.ts'
import type { NewRecord } from '../../ground/http/new-record.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { tokenHash } from '../../ground/sign-in/token-hash.ts'
import { roomOfSitting, sittingOf } from '../schedules/public.ts'
import { callsAndQueue, expectedCall } from './waiting-room.ts'

const columns = sql`
  display.id, display.name, clinic.name as clinic, maker.name as "madeBy", display.made_at as "madeAt", display.seen_at as "seenAt"`
const joins = sql`join staff maker on maker.id = made_by left join clinic on clinic.id = display.clinic_id`

export const displays = {
  routes(app) {
    serve(app, listDisplays, async ({ db }) => {
      const { rows } = await sql<Display>`
        select ${columns} from display ${joins}
        where withdrawn_at is null order by made_at desc limit 200
      `.execute(db)
      return rows
    })

    serve(app, addDisplay, async ({ create, body, staff, now }) =>
      create(newDisplay({ ...body, madeBy: staff.id, madeAt: now })),
    )

    serve(app, withdrawDisplay, async ({ trx, params, audit, now }) => {
      const { rows } = await sql<{ id: string; name: string }>`
        update display set withdrawn_at = ${now} where id = ${params.id} and withdrawn_at is null returning id, name
      `.execute(trx)
      const { id, name } = found({ gone: 'This screen’s link was withdrawn already.' }, rows[0])
      audit.changes = { withdrawn: name }
      return { id }
    })

    serve(app, readWaitingRoom, async ({ db, hospital, today, now, clinicId }) => {
      const { name: hospitalName, timeZone, clockStyle } = await hospital.read()
      const calls = await callsAndQueue(db, now, clinicId)
      return { hospitalName, timeZone, clockStyle, today: await today(), ...calls }
    })

    serve(app, readExpectedCall, async ({ db, params, now }) => {
      const { rows } = await sql<Omit<ExpectedCall, 'likely'> & { id: string }>`
        select appointment.id, ${roomOfSitting} as room, clinic.name as clinic, clinic.floor, clinic.phone
        from appointment join staff doctor on doctor.id = appointment.doctor_id ${sittingOf}
        where appointment.id = ${params.id}
      `.execute(db)
      return expectedCall(db, found({ gone: 'This appointment does not exist.' }, rows[0]), now)
    })
  },
  live: {
    stale: {
      displays: { display: always, staff: where('named') },
      'waiting-room': {
        appointment: where('queue'),
        staff: where('named', 'room'),
        closure: always,
        hospital: always,
      },
    },
  },
  constraints: {
    display_secret_once: {
      code: 'display_made_before',
      detail: 'This link was made before. Make another.',
    },
  },
  named: sql`select id, name from display`,
} satisfies Noun

function newDisplay(of: {
  name: string
  secret: string
  clinicId: string | null
  madeBy: string
  madeAt: Date
}): NewRecord<Display> {
  return {
    writes: sql`
      added as (
        insert into display (name, secret_hash, clinic_id, made_by, made_at)
        values (${of.name}, ${tokenHash(of.secret)}, ${of.clinicId}, ${of.madeBy}, ${of.madeAt})
        returning *
      )`,
    select: sql<Display>`select ${columns} from added as display ${joins}`,
    patient: null,
    moments: ['madeAt', 'seenAt'],
    changes: sql`jsonb_strip_nulls(jsonb_build_object('name', made.name, 'clinic', made.clinic))`,
  }
}

import { type RawBuilder, sql } from 'kysely'
import {
  addShift,
  editShift,
  listShifts,
  mostShifts,
  removeShift,
  type Shift,
} from '../../../contract/people/shifts.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import {
  type EditedKind,
  editRecord,
  nameTaken,
  retireRecord,
  updateRow,
} from '../../ground/records/record.ts'

const columns: RawBuilder<Shift> = sql`
  shift.id, shift.name, to_char(shift.starts_at, 'HH24:MI') as "startsAt", to_char(shift.ends_at, 'HH24:MI') as "endsAt",
  shift.version`

const kind: EditedKind<Shift> = {
  called: 'this shift',
  gone: 'This shift doesn’t exist or has been removed.',
  async read(db, id) {
    const { rows } = await sql<Shift>`
      select ${columns} from shift where id = ${id} and retired_at is null
    `.execute(db)
    return rows[0]
  },
  changedBy: [editShift],
}

export const shifts = {
  routes(app) {
    serve(app, listShifts, async ({ db }) => {
      const { rows } = await sql<Shift>`
        select ${columns} from shift where retired_at is null order by starts_at, ends_at, fold(name), id
      `.execute(db)
      return rows
    })

    serve(app, addShift, ({ create, body: { name, startsAt, endsAt } }) =>
      create({
        writes: sql`inserted as (
          insert into shift (name, starts_at, ends_at) values (${name}, ${startsAt}::time, ${endsAt}::time) returning *
        )`,
        select: sql<Shift>`select ${columns} from inserted as shift`,
        patient: null,
        moments: [],
        changes: sql`jsonb_build_object('added', made.name, 'startsAt', made."startsAt", 'endsAt', made."endsAt")`,
      }),
    )

    serve(app, editShift, (call) => {
      const { name, startsAt, endsAt } = call.body
      return editRecord(call, kind, () =>
        updateRow(call, 'shift', { name, starts_at: startsAt, ends_at: endsAt }),
      )
    })

    serve(app, removeShift, (call) => retireRecord(call, kind, 'shift', ({ name }) => ({ removed: name })))
  },
  live: { stale: { shifts: { shift: always } } },
  constraints: {
    shift_name_once: { ...nameTaken, detail: 'Another shift has this name.' },
    shift_has_a_length: {
      code: 'invalid_input',
      detail: 'A shift can’t end at the time at which it starts.',
      path: 'endsAt',
    },
    shifts_at_most_50: {
      code: 'too_many_shifts',
      detail: `A hospital has ${mostShifts} shifts at most. Remove some that are no longer used.`,
    },
  },
  named: sql`select id, name from shift`,
} satisfies Noun

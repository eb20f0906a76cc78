import { sql } from 'kysely'
import {
  addPayer,
  editPayer,
  listPayers,
  mostPayers,
  type Payer,
  retirePayer,
} from '../../../contract/people/payers.ts'
import type { Database } from '../../ground/db/connect.ts'
import { always } from '../../ground/http/live-noun.ts'
import { newRow } from '../../ground/http/new-record.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import {
  type EditedKind,
  editRecord,
  nameTaken,
  retireRecord,
  updateRow,
} from '../../ground/records/record.ts'

const columns = sql`payer.id, payer.name, payer.kind, payer.version`

const kind: EditedKind<Payer> = {
  called: 'this payer',
  gone: 'This payer was retired.',
  async read(db, id) {
    const { rows } = await sql<Payer>`
      select ${columns} from payer where id = ${id} and retired_at is null
    `.execute(db)
    return rows[0]
  },
  changedBy: [editPayer],
  audited: ['name', 'kind'],
}

async function openPayers(db: Database): Promise<Payer[]> {
  const { rows } = await sql<Payer>`
    select ${columns} from payer where retired_at is null order by fold(name), id
  `.execute(db)
  return rows
}

export const payers = {
  routes(app) {
    serve(app, listPayers, ({ db }) => openPayers(db))

    serve(app, addPayer, ({ db, create, body }) =>
      create(
        newRow(
          db.insertInto('payer').values(body).returning(['id', 'name', 'kind', 'version']),
          sql`jsonb_build_object('added', made.name)`,
        ),
      ),
    )

    serve(app, editPayer, (call) => editRecord(call, kind, () => updateRow(call, 'payer', call.body)))

    serve(app, retirePayer, (call) => retireRecord(call, kind, 'payer', ({ name }) => ({ retired: name })))
  },
  live: {
    stale: { payers: { payer: always } },
  },
  constraints: {
    payer_name_once: nameTaken,
    payers_at_most_200: {
      code: 'too_many_payers',
      detail: `A hospital has ${mostPayers} payers at most. Retire some that are no longer used.`,
    },
  },
  named: sql`select id, name from payer`,
} satisfies Noun

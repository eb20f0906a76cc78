import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { PatientForm } from '../contract/patients.ts'
import { newAppointment, queueOn } from '../server/appointments/queries.ts'
import { beds } from '../server/beds/queries.ts'
import type { Database } from '../server/db/connect.ts'
import type { DB } from '../server/db/types.ts'
import { auditInsert } from '../server/http/audit-trail.ts'
import type { NewRecord } from '../server/http/new-record.ts'
import { patientById, patientPage, registration } from '../server/patients/queries.ts'

/** A statement as Lantern sends it, and how its parameters come from a request's. */
export interface Statement {
  text: string
  values(given: Record<string, unknown>): unknown[]
}

/** Stands for the value of a request in what Lantern's own functions are called with here. */
const given = (name: string) => `given:${name}`

/** What a registration leaves out. */
const unrecorded = PatientForm.omit({
  firstName: true,
  lastName: true,
  dateOfBirth: true,
  gender: true,
  contactNumber: true,
  address: true,
}).parse({})

/**
 * The statements that Lantern's functions send, read from the functions themselves: the floor can't fall behind.
 * Nothing is executed; a function that misses its rows is of no interest once it has sent.
 */
async function recorded(run: (db: Database) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = []
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      sent.push(statementOf(query.sql, query.parameters))
    },
  })
  await run(db).catch(() => {})
  const first = sent[0]
  if (!first) throw new Error('Nothing was sent.')
  return first
}

function statementOf(text: string, parameters: readonly unknown[]): Statement {
  const names = parameters.map((parameter) => {
    const written = JSON.stringify(parameter) ?? ''
    return /^\[?"given:(\w+)/.exec(written)?.[1]
  })
  return {
    text,
    values: (request) =>
      parameters.map((parameter, index) => {
        const name = names[index]
        if (name === undefined) return parameter
        return Array.isArray(parameter) ? [request[name]] : request[name]
      }),
  }
}

/** The record alone: what Lantern's one statement leaves beside it, the floor leaves with another. */
function onlyMade(db: Database, { writes, select }: NewRecord<unknown>) {
  return sql`with ${writes} ${select}`.execute(db)
}

const entry = {
  at: new Date(),
  staffId: given('staffId'),
  action: 'measured',
  subjectId: given('id'),
  patientIds: [given('patientId')],
  changes: { registered: 'MRN1000' },
  address: '127.0.0.1',
  requestId: 'req-1',
  outcome: 'done',
}

export const statements = {
  today: await recorded((db) => queueOn(db, given('day'))),
  beds: await recorded((db) => beds(db)),
  patient: await recorded((db) => patientById(db, given('id'))),
  search: await recorded((db) =>
    patientPage(
      db,
      { search: given('search'), sort: 'lastName', direction: 'asc', registeredFrom: null },
      { page: 1, limit: 20 },
    ),
  ),
  register: await recorded((db) =>
    onlyMade(
      db,
      registration({
        ...unrecorded,
        firstName: given('firstName'),
        lastName: given('lastName'),
        dateOfBirth: given('dateOfBirth'),
        gender: 'FEMALE',
        contactNumber: given('contactNumber'),
        email: given('email'),
        address: given('address'),
      }),
    ),
  ),
  book: await recorded((db) =>
    onlyMade(
      db,
      newAppointment(
        {
          patientId: given('patientId'),
          doctorId: given('doctorId'),
          date: given('date'),
          time: given('time'),
          type: 'GENERAL',
          notes: given('notes'),
        },
        given('staffId'),
      ),
    ),
  ),
  leaveTraces: await recorded((db) =>
    sql`
      with entry as (${auditInsert(entry)} returning id)
      insert into idempotent_reply (staff_id, key, request_hash, reply)
      values (${given('staffId')}, ${given('key')}, ${given('key')}, ${given('reply')}::jsonb)
    `.execute(db),
  ),
}

import type { Transaction } from 'kysely'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { appointmentsOfDay, bookAppointment } from '../server/appointments/queries.ts'
import type { Database } from '../server/db/connect.ts'
import type { DB } from '../server/db/types.ts'
import { auditInsert } from '../server/http/audit-trail.ts'
import { leaveTraces } from '../server/http/idempotency.ts'
import { patientById, patientPage, registerPatient } from '../server/patients/queries.ts'

/** A statement as Lantern sends it, and how its parameters come from a request's. */
export interface Statement {
  text: string
  values(given: Record<string, unknown>): unknown[]
}

/** Stands for the value of a request in what Lantern's own functions are called with here. */
const given = (name: string) => `given:${name}`

/**
 * The statements that Lantern's functions send, read from the functions themselves: the floor can't fall behind.
 * Nothing is executed; a function that misses its rows is of no interest once it has sent.
 */
async function recorded(run: (db: Database, trx: Transaction<DB>) => Promise<unknown>): Promise<Statement> {
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
  await db
    .transaction()
    .execute((trx) => run(db, trx))
    .catch(() => {})
  const first = sent[0]
  if (!first) throw new Error('Nothing was sent.')
  return first
}

function statementOf(text: string, parameters: readonly unknown[]): Statement {
  const names = parameters.map((parameter) => {
    const written = JSON.stringify(parameter) ?? ''
    return /^(?:"|\["|"\\")given:(\w+)/.exec(written)?.[1]
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

const entry = {
  at: new Date(),
  staffId: given('staffId'),
  action: 'measured',
  subjectId: given('id'),
  patientIds: [given('patientId')],
  changes: { registered: 'MRN1000' },
  address: '127.0.0.1',
  requestId: 'req-1',
}

export const statements = {
  today: await recorded((db) => appointmentsOfDay(db, given('day'))),
  patient: await recorded((db) => patientById(db, given('id'))),
  search: await recorded((db) =>
    patientPage(
      db,
      { search: given('search'), sort: 'lastName', direction: 'asc', registeredFrom: null },
      { page: 1, limit: 20 },
    ),
  ),
  register: await recorded((_db, trx) =>
    registerPatient(trx, {
      firstName: given('firstName'),
      lastName: given('lastName'),
      dateOfBirth: given('dateOfBirth'),
      gender: 'FEMALE',
      contactNumber: given('contactNumber'),
      email: given('email'),
      address: given('address'),
      bloodGroup: null,
      allergies: null,
      medicalHistory: null,
    }),
  ),
  book: await recorded((_db, trx) =>
    bookAppointment(
      trx,
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
  leaveTraces: await recorded((_db, trx) =>
    leaveTraces(
      trx,
      auditInsert(entry),
      { staffId: given('staffId'), key: given('key'), requestHash: given('key') },
      given('reply'),
    ),
  ),
}

import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { editPatient, type Patient } from '../../../contract/people/patients.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { startApp } from '../app.ts'
import { idempotent, ifMatch } from '../client.ts'
import { givenPatient, patientForm } from '../factories/patients/patients.ts'

const app = await startApp()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
// A patient at such an address needs two other records, one after the other, as a delivery needs its items.
await app.asOwner(`
  create function need_two() returns trigger language plpgsql as $$
  begin
    perform from patient where id = split_part(new.address, ' ', 2)::uuid for update;
    perform pg_sleep(0.5);
    perform from patient where id = split_part(new.address, ' ', 3)::uuid for update;
    return new;
  end $$;
  create trigger need_two after insert or update on patient
    for each row when (new.address like 'needs %') execute function need_two()`)

/** As PostgreSQL counts them, a moment later. */
async function deadlocks(): Promise<number> {
  const [row] = await app.asOwner<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks ?? 0
}

async function entriesOf({ id }: Patient, action: string) {
  return app.asOwner('select from audit_entry where subject_id = $1 and action = $2', [id, action])
}

test('two edits that wait for each other both succeed, and each is on record once', async () => {
  const before = await deadlocks()
  const [one, other] = [await givenPatient(desk), await givenPatient(desk)]
  const addresses = [`needs ${one.id} ${other.id}`, `needs ${other.id} ${one.id}`]
  const edited = await Promise.all(
    addresses.map(async (address) => {
      const patient = await givenPatient(desk)
      const body = patientForm({ address })
      return desk.call(editPatient, { params: { id: patient.id }, body }, ifMatch(patient))
    }),
  )
  for (const [index, { body }] of edited.entries()) {
    expect(body).toMatchObject({ version: 2, address: addresses[index] })
    expect(await entriesOf(body, 'editPatient')).toHaveLength(1)
  }
  await expect.poll(deadlocks, { timeout: 15_000 }).toBeGreaterThan(before)
})

test('a form that waits for somebody who waits for it makes one record, and the same again when it is repeated', async () => {
  const before = await deadlocks()
  const [free, held] = [await givenPatient(desk), await givenPatient(desk)]
  const holder = new pg.Client({ connectionString: app.database.ownerUrl })
  await holder.connect()
  // It is the form that is undone.
  await holder.query(`set deadlock_timeout = '1min'`)
  await holder.query('begin')
  await holder.query('select from patient where id = $1 for update', [held.id])

  const [body, key] = [patientForm({ address: `needs ${free.id} ${held.id}` }), idempotent()]
  const sent = desk.call(registerPatient, { body }, key)
  await expect
    .poll(
      () =>
        app.asOwner(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
        ),
      { interval: 10 },
    )
    .toHaveLength(1)
  // The number that the form has taken, and gives back when it is undone.
  await holder.query('update mrn_counter set last_number = last_number')
  await holder.query('commit')
  await holder.end()

  const made = await sent
  expect(made.status, made.text).toBe(201)
  await expect.poll(deadlocks, { timeout: 15_000 }).toBeGreaterThan(before)
  expect((await desk.call(registerPatient, { body }, key)).body).toEqual(made.body)
  expect(await entriesOf(made.body, 'registerPatient')).toHaveLength(1)
})

test('what goes on waiting is told in the end, and nothing of it is left', async () => {
  const patient = await givenPatient(desk)
  await app.asOwner(`
    create function never() returns trigger language plpgsql as $$
      begin raise exception using errcode = 'deadlock_detected'; end $$;
    create trigger never before update on patient for each row when (new.address = 'never') execute function never()`)
  const edit = { params: { id: patient.id }, body: patientForm({ address: 'never' }) }
  const { problem } = await desk.call(editPatient, edit, ifMatch(patient))
  expect(problem).toMatchObject({ status: 409, code: 'conflict' })
  expect(await entriesOf(patient, 'editPatient')).toEqual([])
})

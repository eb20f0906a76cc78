import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { editPatient, exportPatients, readPatient } from '../../../contract/people/patients.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { somebodyWaits } from '../../ground/db/time-limits.ts'
import { startApp } from '../app.ts'
import { createClient, ifMatch } from '../client.ts'
import { givenPatient, patientForm } from '../factories/patients/patients.ts'
import { holdLock } from '../held-lock.ts'
import { cuttableLink } from './cuttable-link.ts'

const app = await startApp()
const link = await cuttableLink(app.database.appUrl)
const reception = await app.signIn('receptionist')
const hurried = await startHurried(app.database.appUrl)
afterAll(async () => {
  await hurried.close()
  await link.close()
  await app.close()
})
const desk = deskAt(hurried)

/** Generous, because the awaited event may take long on a busy machine. */
const patience = { timeout: 10_000 }

/** As impatient as a hospital's server. */
function startHurried(databaseUrl: string) {
  return startApp({ on: app, databaseUrl, connections: 3, limits: somebodyWaits })
}

function deskAt({ url }: { url: string }) {
  return createClient(url, () => ({ authorization: `Bearer ${reception.token}` }))
}

/** Somebody who holds a patient's record until told to let it go. */
const holdRecord = (id: string) => holdLock(app, 'select from patient where id = $1 for update', [id])

test('who waits too long for somebody else’s change is told that, and of a slow statement that it was slow', async () => {
  const patient = await givenPatient(reception)
  const edit = (address: string) =>
    desk.call(editPatient, { params: { id: patient.id }, body: patientForm({ address }) }, ifMatch(patient))
  const { letGo } = await holdRecord(patient.id)
  expect((await edit('Somewhere else')).problem).toMatchObject({
    status: 409,
    code: 'conflict',
    detail: 'Someone else was changing the same record. Nothing was changed. Try again.',
  })
  await letGo()

  await app.asOwner(`
    create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(5); return new; end $$;
    create trigger dawdle before insert or update on patient
      for each row when (new.address = 'far away') execute function dawdle()`)
  const slow = [
    await edit('far away'),
    await desk.call(registerPatient, { body: patientForm({ address: 'far away' }) }),
  ]
  for (const { problem, headers } of slow) {
    expect(problem).toMatchObject({
      status: 503,
      code: 'database_unavailable',
      detail: 'The database took too long to answer. Nothing was changed. Try again in a moment.',
    })
    expect(headers.get('retry-after')).toBe('2')
  }
  expect(await app.asOwner(`select from patient where address = 'far away'`)).toEqual([])
  expect((await edit('Here')).status).toBe(200)
})

test('an edit whose transaction lost its connection leaves no change and no lock behind', async () => {
  const broken = await startHurried(link.url)
  onTestFinished(() => broken.close())
  const patient = await givenPatient(reception)
  const edit = { params: { id: patient.id }, body: patientForm() }
  const { untilWaiting, letGo } = await holdRecord(patient.id)
  const sent = deskAt(broken).call(editPatient, edit, ifMatch(patient))
  await untilWaiting()
  link.swallow()
  expect((await sent).problem).toMatchObject({ status: 503, code: 'database_unavailable' })
  await letGo()
  await link.mend()
  expect((await desk.call(readPatient, { params: { id: patient.id } })).body.version).toBe(1)
  await expect
    .poll(async () => (await desk.call(editPatient, edit, ifMatch(patient))).status, { timeout: 15_000 })
    .toBe(200)
})

test('a form whose answer was lost is not called unsaved', async () => {
  const broken = await startHurried(link.url)
  onTestFinished(() => broken.close())
  await app.asOwner(`
    create function think() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return new; end $$;
    create trigger think before insert on patient
      for each row when (new.address = 'slow lane') execute function think()`)
  const sent = deskAt(broken).call(registerPatient, { body: patientForm({ address: 'slow lane' }) })
  await expect
    .poll(
      () =>
        app.asOwner(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
        ),
      patience,
    )
    .toHaveLength(1)
  link.swallow()
  expect((await sent).problem).toMatchObject({
    status: 503,
    code: 'database_unavailable',
    detail:
      'The database stopped answering while this was being saved. Check whether it was saved before you try again.',
  })
  await expect
    .poll(() => app.asOwner(`select from patient where address = 'slow lane'`), patience)
    .toHaveLength(1)
  await link.mend()
})

test('an export that the database stops feeding breaks off', { timeout: 60_000 }, async () => {
  // Before the insert, whose indexes keep PostgreSQL longer from a new connection than a hurried server waits for one.
  const broken = await startHurried(link.url)
  onTestFinished(() => broken.close())
  await app.asOwner(
    `insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address, medical_history)
     select 100000 + n, 'First' || n, 'Last' || n, '1980-01-01', 'OTHER', '030' || n, 'Street', repeat('history ', 500)
     from generate_series(1, 4000) n`,
  )
  const headers = { authorization: `Bearer ${reception.token}`, 'accept-encoding': 'identity' }
  const response = await fetch(`${broken.url}/api/patients/export`, { headers })
  const reader = response.body?.getReader()
  await reader?.read()
  link.swallow()
  const rest = async () => {
    let chunk = await reader?.read()
    while (chunk?.done === false) chunk = await reader?.read()
  }
  await expect(rest()).rejects.toThrow(/terminated|aborted|closed/)
  await link.mend()
  const again = await deskAt(broken).call(exportPatients, { query: { search: 'First77' } })
  expect(again.status).toBe(200)
})

test('a server whose database fell silent stops all the same', async () => {
  const broken = await startHurried(link.url)
  expect(
    (await deskAt(broken).call(readPatient, { params: { id: (await givenPatient(desk)).id } })).status,
  ).toBe(200)
  link.swallow()
  const closed = broken.close().then(() => 'closed')
  expect(await Promise.race([closed, sleep(15_000, 'still open')])).toBe('closed')
  await link.mend()
})

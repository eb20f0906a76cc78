import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { listPatients } from '../../../contract/people/patients.ts'
import { readMe } from '../../../contract/people/staff.ts'
import { somebodyWaits } from '../../ground/db/time-limits.ts'
import { type StaffClient, startApp, type TestApp } from '../app.ts'
import { createClient } from '../client.ts'
import { givenPatient } from '../factories/patients/patients.ts'
import { openLive } from '../live-stream.ts'
import { cuttableLink } from './cuttable-link.ts'

/** In milliseconds; a hospital's server has limits of tens of seconds. */
const hearing = { echoEvery: 200, deafAfter: 1500, believedFor: 4000 }
/** Long enough for the limits above, and too short for a hospital's usual ones. */
const timeout = 15_000

const app = await startApp()
const link = await cuttableLink(app.database.appUrl)
/** Another server process, which reaches the database only through the link. */
const other = await startApp({ on: app, databaseUrl: link.url, limits: somebodyWaits, hearing })
afterAll(async () => {
  await link.mend()
  await other.close()
  await link.close()
  await app.close()
})

function at(server: TestApp, somebody: StaffClient) {
  return createClient(server.url, () => ({ authorization: `Bearer ${somebody.token}` }))
}

const withdraw = ({ id }: StaffClient) =>
  app.asOwner(`update staff set role = null, offered_roles = '{}' where id = $1`, [id])

/** Keeps open connections open without carrying data; new ones work as usual. */
async function deafen() {
  link.swallow()
  await link.mend()
}

test('a role that was withdrawn unheard is not believed for long, and a stream of hers ends', async () => {
  const [leaver, stayer] = [await app.signIn('receptionist'), await app.signIn('receptionist')]
  const streams = [await openLive(other.url, leaver), await openLive(other.url, stayer)] as const
  expect((await at(other, leaver).call(readMe)).body.role).toBe('receptionist')
  await deafen()
  await withdraw(leaver)
  await expect.poll(async () => (await at(other, leaver).call(readMe)).body.role, { timeout }).toBe(null)
  await expect.poll(() => streams[0].isOver, { timeout }).toBe(true)

  // Other people's screens reconnect, read again, and receive later changes.
  await expect.poll(() => streams[1].isOver, { timeout }).toBe(true)
  expect(streams[1].events).toMatchObject([{ kind: 'closing' }])
  const back = await openLive(other.url, stayer, 'patients')
  await givenPatient(stayer)
  await expect.poll(() => back.stale('patients'), { timeout }).toBe(1)
  back.close()
})

test('a role that was given unheard is not refused: another process gave it a moment ago', async () => {
  // A server that trusts its cache for longer than this test waits.
  const patient = { echoEvery: 200, deafAfter: 60_000, believedFor: 60_000 }
  const believer = await startApp({
    on: app,
    databaseUrl: link.url,
    limits: somebodyWaits,
    hearing: patient,
  })
  onTestFinished(() => believer.close())
  const newcomer = await app.signIn(null)
  expect((await at(believer, newcomer).call(listPatients)).status).toBe(403)
  await deafen()
  await app.asOwner(
    `update staff set role = 'receptionist', offered_roles = '{receptionist}' where id = $1`,
    [newcomer.id],
  )
  // The server's connections are lost too, and it opens new ones.
  const status = async () => (await at(believer, newcomer).call(listPatients)).status
  await expect.poll(status, { timeout }).toBe(200)
  expect((await at(believer, newcomer).call(readMe)).body.role).toBe('receptionist')
  const stream = await openLive(believer.url, newcomer, 'patients')
  stream.close()
})

test('so with an account that was deactivated, and a session that was ended', async () => {
  const [doctor, colleague] = [await app.signIn('doctor'), await app.signIn('doctor')]
  const streams = [await openLive(other.url, doctor), await openLive(other.url, colleague)]
  await deafen()
  await app.asOwner('update staff set active = false where id = $1', [doctor.id])
  await app.asOwner('delete from session where staff_id = $1', [colleague.id])
  for (const [index, one] of [doctor, colleague].entries()) {
    await expect.poll(async () => (await at(other, one).call(readMe)).status, { timeout }).toBe(401)
    await expect.poll(() => streams[index]?.isOver, { timeout }).toBe(true)
  }
})

test('and with what is remembered of the hospital', async () => {
  const name = 'Harbour Hospital'
  expect((await other.visitor.call(readSite)).body.hospitalName).not.toBe(name)
  await deafen()
  await app.asOwner('update hospital set name = $1', [name])
  await expect
    .poll(async () => (await other.visitor.call(readSite)).text, { timeout })
    .toContain(`"hospitalName":"${name}"`)
})

test('where nothing can be looked up either, nobody is believed and no stream outlives the limit', async () => {
  const somebody = await app.signIn('receptionist')
  const stream = await openLive(other.url, somebody)
  expect((await at(other, somebody).call(readMe)).status).toBe(200)
  link.swallow()
  await expect.poll(async () => (await at(other, somebody).call(readMe)).status, { timeout }).toBe(503)
  await expect.poll(() => stream.isOver, { timeout }).toBe(true)
  await link.mend()
  await expect.poll(async () => (await at(other, somebody).call(readMe)).status, { timeout }).toBe(200)
})

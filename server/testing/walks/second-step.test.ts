import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { roles } from '../../../contract/permissions.ts'
import { signUp, startApp } from '../app.ts'
import { anyParams, ifMatch, pathOf } from '../client.ts'
import { givenPeople, someoneAllowed } from '../every-example.ts'
import { fingerprint } from '../fingerprint.ts'

/** A session without the second step that the hospital asks for can do only what the contract names. */

const app = await startApp()
afterAll(() => app.close())
const people = await givenPeople(app)
const guarded = endpoints.filter(
  ({ permission }) => permission !== 'public' && permission !== 'waitingRoom.show',
)
const settings = (await people.admin.call(readSettings)).body
await people.admin.call(
  editSettings,
  { body: { secondStepOf: 'everyone', secondStepDays: 0 } },
  ifMatch(settings),
)

/** The endpoints that answer something else than that a second step is to be set up. */
async function openBeforeIt(): Promise<string[]> {
  const open: string[] = []
  for (const endpoint of guarded) {
    const answer = await someoneAllowed(people, endpoint).send(endpoint.method, pathOf(endpoint, anyParams()))
    const isShut = answer.status === 403 && answer.problem.code === 'second_step_required'
    if (!isShut) open.push(endpoint.name)
  }
  return open
}

test('is nothing but reading one’s own account and what it signs in with, whatever the role', async () => {
  const before = await fingerprint(app)
  expect(await openBeforeIt()).toEqual(['readMe', 'readOwnSignIn'])
  const named = guarded
    .filter(({ isBeforeSecondStep }: Endpoint) => isBeforeSecondStep)
    .map(({ name }) => name)
  expect(named).toEqual(['readMe', 'readOwnSignIn'])
  expect(await fingerprint(app)).toEqual(before)
})

test('is no stream of changes', async () => {
  for (const role of roles) {
    for (const path of ['/api/live', '/api/live?scope=staff']) {
      const answer = await people[role].send('GET', path)
      expect(answer.problem, `${role} ${path}`).toMatchObject({ status: 403, code: 'second_step_required' })
    }
  }
})

test('an endpoint that stayed open would be found', async () => {
  await app.asOwner(`update session set second_step = true where staff_id = $1`, [people.doctor.id])
  await expect.poll(openBeforeIt, { timeout: 10_000 }).toContain('callNext')
  await app.asOwner(`update session set second_step = false where staff_id = $1`, [people.doctor.id])
  await expect.poll(openBeforeIt, { timeout: 10_000 }).toEqual(['readMe', 'readOwnSignIn'])
})

test('the screens of waiting rooms have no session, and go on', async () => {
  const screens = endpoints.filter(({ permission }) => permission === 'waitingRoom.show')
  expect(screens.length).toBeGreaterThan(0)
  for (const endpoint of screens) {
    const answer = await people.display.send(endpoint.method, pathOf(endpoint, anyParams()))
    expect(answer.status, endpoint.name).not.toBe(403)
  }
  expect((await signUp(app)).id).toMatch(/./)
})

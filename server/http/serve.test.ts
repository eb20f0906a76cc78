import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { endpoints } from '../../contract/nouns.ts'
import { newAccount, sendSignIn, sendSignUp, startApp } from '../testing/app.ts'
import { createClient } from '../testing/client.ts'
import { givenExamples, givenPeople } from '../testing/examples.ts'

const app = await startApp()
/** A call that needs two connections at once waits for itself here; under load all calls would wait for each other. */
const narrow = await startApp({ on: app, connections: 1 })
afterAll(async () => {
  await narrow.close()
  await app.close()
})
const people = await givenPeople(app)
const examples = givenExamples(people)

test.each(endpoints)('$name needs one database connection at a time', async (endpoint) => {
  const example = await examples[endpoint.name]?.()
  if (!example) throw new Error(`${endpoint.name} has no example`)
  // What is remembered of the hospital is forgotten, so that the call has to read it.
  await app.asOwner('update hospital set updated_at = now()')
  await sleep(30)
  const client = createClient(narrow.url, () => ({ authorization: `Bearer ${example.by.token}` }))
  const answer = await client.call(endpoint, example.request as never, { headers: { ...example.headers } })
  expect(answer.status, answer.text).toBe(endpoint.kind === 'create' ? 201 : 200)
})

test('so does signing up and signing in', async () => {
  const account = newAccount()
  expect((await sendSignUp(narrow, account)).status).toBe(200)
  expect((await sendSignIn(narrow, account)).status).toBe(200)
})

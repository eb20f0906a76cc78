import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseRole } from '../../contract/people/staff.ts'
import { clientOf, newAccount, type StaffClient, sendSignIn, signUp } from '../../server/testing/app.ts'
import { createClient } from '../../server/testing/client.ts'
import { type Check, checkInto } from './servers.ts'

/** How long the rest of a call's body is held back, in milliseconds, so that the server has begun to stop by then. */
const heldBack = 1500
/** The longest wait for a response, in milliseconds. */
const longest = 60_000
const supplier = 'Wick and Lamp Ltd'

/** The checks of a deployed server, which use only HTTP. */
export function firstDay(origin: string, found: Check[]) {
  const account = newAccount()
  const door = doorOf(origin)
  let admin: StaffClient
  const check = checkInto(found)
  return {
    check,

    async screens() {
      const page = await (await fetch(`${origin}/sign-in`)).text()
      const script = /src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? '/assets/'
      check('the screens are there', (await fetch(origin + script)).status === 200, script)
      check('the API is described', (await fetch(`${origin}/api/docs/swagger-ui.css`)).status === 200)
    },

    async signUp() {
      admin = await signUp(door, account)
      const { status } = await admin.call(chooseRole, { body: { role: 'admin' } })
      check('the first administrator signs up', status === 200, String(status))
    },

    /** `stop` stops the server, and resolves to its exit code. */
    async stopMeanwhile(stop: () => Promise<number | string>) {
      const call = await beginCall(origin, admin.token)
      const stopped = stop().catch((error: unknown) => String(error))
      await sleep(heldBack)
      const answer = await call.end()
      check('a call that was begun before a stop is answered', answer === 201, String(answer))
      const code = await stopped
      check('and the server ends in order', code === 0, String(code))
    },

    /** Asks another server if `at` is given. */
    async isStillThere(where: string, at = origin) {
      const there = doorOf(at)
      const answer = await sendSignIn(there, account)
      const client = answer.status === 200 ? await clientOf(there, answer) : undefined
      check(`whoever signed up signs in ${where}`, client !== undefined, `${answer.status} ${answer.text}`)
      await client?.call(chooseRole, { body: { role: 'admin' } })
      const list = await client?.send('GET', '/api/suppliers')
      check(`what was saved is there ${where}`, list?.text.includes(supplier) === true, list?.text)
    },
  }
}

function doorOf(url: string) {
  return { url, visitor: createClient(url) }
}

/** Sends the head and half of the body of a call. The result sends the rest, and returns the status. */
async function beginCall(origin: string, token: string) {
  const body = JSON.stringify({ name: supplier, contact: 'Ada Okafor' })
  const call = request(`${origin}/api/suppliers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  const answered = new Promise<number | string>((resolve) => {
    call.once('error', (error) => resolve(error.message))
    call.setTimeout(longest, () => call.destroy(new Error('no answer')))
    call.once('response', async (answer) => {
      const said = await text(answer).catch(String)
      resolve(answer.statusCode === 201 ? 201 : `${answer.statusCode} ${said}`)
    })
  })
  call.write(body.slice(0, 10))
  await sleep(500)
  return {
    end() {
      call.end(body.slice(10))
      return answered
    },
  }
}

import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseRole } from '../../contract/staff.ts'
import { clientOf, newAccount, type StaffClient, sendSignIn, signUp } from '../../server/testing/app.ts'
import { createClient } from '../../server/testing/client.ts'
import type { Check } from './servers.ts'

/** Milliseconds for which a call's body is held back: a stop that is told meanwhile is felt by then. */
const heldBack = 1500
const supplier = 'Wick and Lamp Ltd'

/** What is found of a server that runs in what a hospital has for it, over HTTP alone. */
export function firstDay(origin: string, found: Check[]) {
  const account = newAccount()
  const door = { url: origin, visitor: createClient(origin) }
  let admin: StaffClient
  const check = (what: string, isSo: boolean, otherwise = '') => {
    found.push({ what: isSo || !otherwise ? what : `${what}: ${otherwise}`, isSo })
  }
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

    /** `stop` answers when the server has ended, with the code that it ended with. */
    async stopMeanwhile(stop: () => Promise<number | string>) {
      const call = await beginCall(origin, admin.token)
      const stopped = stop().catch((error: unknown) => String(error))
      await sleep(heldBack)
      const answer = await call.end()
      check('a call that was begun before a stop is answered', answer === 201, String(answer))
      const code = await stopped
      check('and the server ends in order', code === 0, String(code))
    },

    async isStillThere(where: string) {
      const answer = await sendSignIn(door, account)
      const client = answer.status === 200 ? await clientOf(door, answer) : undefined
      check(`whoever signed up signs in ${where}`, client !== undefined, `${answer.status} ${answer.text}`)
      await client?.call(chooseRole, { body: { role: 'admin' } })
      const list = await client?.send('GET', '/api/suppliers')
      check(`what was saved is there ${where}`, list?.text.includes(supplier) === true, list?.text)
    },
  }
}

/** A call of which the server has the head and half of the body; it is answered once the rest has come. */
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

import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeOfDevice } from '../../../server/ground/sign-in/attempt-origin.ts'
import { client, type Outcome } from '../../../testbed/calls.ts'
import type { Hospital } from '../../../testbed/hospital.ts'
import type { Fault } from '../finding.ts'

const longest = 60_000
/** People coming on duty don't all arrive at the same instant. */
const arrival = 10_000
/** More sign-ins than may wait for password hashing at once. */
const guessers = 1000

export const shiftChange: Fault = {
  name: 'shift',
  what: 'staff come on duty behind one address while others guess there and elsewhere: all are let in within 60 s, no guess is',
  async run(target, hospital, { staff, guesses }) {
    const server = await target.start(hospital)
    const shift = await comingOnDuty(hospital, staff)
    const begin = performance.now()
    let isOver = false
    const guessing = Array.from({ length: guessers }, async (_, guesser) => {
      // Half of them sit behind the hospital's own address.
      const { call, close } = client(server.origin, {
        from: `127.0.0.${guesser % 2 ? 1 : 2 + (guesser % 250)}`,
        patience: longest,
      })
      const heard: Outcome['status'][] = []
      for (let turn = guesser; turn < guesses && !isOver; turn += guessers) {
        const aim = turn % 4 < 2 ? shift[turn % shift.length]?.email : `nobody${turn}@demo.test`
        const { status } = await call(signIn(aim ?? '', randomUUID()))
        heard.push(status)
      }
      close()
      return heard
    })
    const answers = await Promise.all(
      shift.map(async ({ email, cookie }, index) => {
        await sleep((index * arrival) / shift.length)
        const { call, close } = client(server.origin, { patience: longest })
        const { status } = await call({ ...signIn(email, 'lantern-demo-2026'), headers: { cookie } })
        close()
        return status
      }),
    )
    const took = performance.now() - begin
    isOver = true
    const failed = (await Promise.all(guessing)).flat()
    await server.kill()
    const isIn = answers.filter((status) => status === 200).length
    const count = (status: Outcome['status']) => failed.filter((one) => one === status).length
    return {
      said: `${isIn} of ${staff} in after ${(took / 1000).toFixed(0)} s; of ${failed.length} guesses ${count(401)} heard, ${count(429)} paused, ${count(200)} right`,
      holds: isIn === staff && took <= longest && count(401) + count(429) === failed.length,
    }
  },
}

function signIn(email: string, password: string) {
  return { method: 'POST', path: '/api/auth/sign-in/email', body: { email, password } }
}

/** People who have signed in before, each in a browser of their own at the hospital's address. */
async function comingOnDuty({ asOwner }: Hospital, count: number) {
  const shift = Array.from({ length: count }, (_, index) => {
    const device = randomBytes(32).toString('base64url')
    return { email: `shift${index}@demo.test`, device, cookie: `lantern.device=${device}` }
  })
  await asOwner(
    `with came as (
       insert into staff (name, first_name, last_name, email) select email, 'Shift', email, email
       from unnest($1::text[]) email returning id, email
     ), passwords as (
       insert into account (staff_id, account_id, provider_id, password)
       select came.id, came.id, 'credential', password
       from came, account join staff on staff.id = staff_id and staff.email = 'admin@demo.test'
     )
     insert into sign_in_place (staff_id, place, last_at)
     select id, place, now() from came join unnest($1::text[], $2::text[]) as browser (email, device) using (email),
       unnest(array[device, 'address:127.0.0.1']) as place`,
    [shift.map(({ email }) => email), shift.map(({ device }) => placeOfDevice(device))],
  )
  return shift
}

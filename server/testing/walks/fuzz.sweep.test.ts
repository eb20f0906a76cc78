import { afterEach, beforeEach, test } from 'vitest'
import { startApp } from '../app.ts'
import { givenPeople } from '../every-example.ts'
import { expectAnswersAtEveryDoor, expectAnswersToAccounts } from './fuzz/door.ts'
import { expectAnswers, type Fuzzed, firstSeed } from './fuzz/fuzzing.ts'

/** Requests per round. Each round has a hospital of its own; 100,000 requests take five rounds and some minutes. */
const requests = 20_000
const rounds = Math.ceil(Number(process.env['FUZZ_REQUESTS'] ?? 100_000) / requests)

let hospital: Fuzzed
beforeEach(async () => {
  // Calls without a connection never count as read, and a busy machine takes long to send a whole list.
  const app = await startApp({ wholeLists: { longestStall: 600_000 } })
  hospital = { app, people: await givenPeople(app) }
})
afterEach(() => hospital.app.close())

test.each(Array.from({ length: rounds }, (_, round) => firstSeed + round))(
  `${requests} made-up requests are answered: never with a failure, and successes as the contract says (%i)`,
  { timeout: 900_000 },
  (seed) => expectAnswers(hospital, requests, seed),
)

test(
  '400 made-up sign-ups and sign-ins are answered, never with a failure',
  () => expectAnswersToAccounts(hospital.app, 400, firstSeed),
  240_000,
)

test(
  'every way in and out answers 150 made-up bodies with a sentence and a code, never with a failure',
  () => expectAnswersAtEveryDoor(150, firstSeed),
  1_200_000,
)

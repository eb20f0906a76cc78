import { afterEach, beforeEach, test } from 'vitest'
import { startApp } from '../app.ts'
import { givenPeople } from '../examples.ts'
import { expectAnswers, expectAnswersAtTheDoor, type Fuzzed, firstSeed } from './fuzz/fuzzing.ts'

/** In rounds, each with a hospital of its own. `FUZZ_REQUESTS=200000` makes ten, which takes some minutes. */
const requests = 20_000
const rounds = Math.ceil(Number(process.env['FUZZ_REQUESTS'] ?? requests) / requests)

let hospital: Fuzzed
beforeEach(async () => {
  const app = await startApp()
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
  () => expectAnswersAtTheDoor(hospital, 400, firstSeed),
  60_000,
)

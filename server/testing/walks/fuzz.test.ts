import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addSupplier } from '../../../contract/store/suppliers.ts'
import { startApp } from '../app.ts'
import { givenExamples, givenPeople } from '../every-example.ts'
import { madeUpCalls } from './fuzz/calls.ts'
import { expectAnswersAtEveryDoor, expectAnswersToAccounts } from './fuzz/door.ts'
import { expectAnswers, type Fuzzed, firstSeed, make } from './fuzz/fuzzing.ts'

let hospital: Fuzzed
beforeEach(async () => {
  const app = await startApp()
  hospital = { app, people: await givenPeople(app) }
})
afterEach(() => hospital.app.close())

test(
  '500 made-up requests are answered: never with a failure, and successes as the contract says',
  () => expectAnswers(hospital, 500, firstSeed),
  300_000,
)

test('what fails for what nobody thought of is found', async () => {
  await hospital.app.asOwner(
    'alter table supplier add constraint nobody_knows_it check (length(name) < 3) not valid',
  )
  const example = await givenExamples(hospital.people)[addSupplier.name]?.()
  const calls = fc.sample(madeUpCalls(addSupplier, {}, example ? [example] : []), {
    seed: firstSeed,
    numRuns: 50,
  })
  const made = await Promise.all(calls.map((call) => make(hospital, call)))
  expect(made.map(({ fault }) => fault).filter(Boolean)).toContainEqual(expect.stringMatching(/^failed: 500/))
})

test(
  'every way in and out answers what is made up for it with a sentence and a code, never with a failure',
  () => expectAnswersAtEveryDoor(8, firstSeed),
  240_000,
)

test(
  'made-up sign-ups and sign-ins are answered, never with a failure',
  () => expectAnswersToAccounts(hospital.app, 40, firstSeed),
  120_000,
)

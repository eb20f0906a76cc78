import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Scope } from '../../../../contract/nouns.ts'
import { type CallOptions, stampAnswer } from '../api.ts'
import { type EventHandler, handleEvents } from './events.ts'
import { following } from './following.ts'
import { applyAnswer, seedAnswer } from './own-writes.ts'
import { itself, type LiveRecord, listed, type Place } from './record-events.ts'
import { freshFor, readAllAgain } from './shown-as-of.ts'

/** The answers of a server, given one by one, and with them the calls as they came. */
class Answers<Data extends object> {
  readonly asked: CallOptions[] = []
  #waiting: ((answer: Data | Promise<Data>) => void)[] = []

  readonly read = (options: CallOptions): Promise<Data> => {
    this.asked.push(options)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** The oldest call comes to nothing. */
  async fail() {
    this.#waiting.shift()?.(Promise.reject(new Error('The server is away')))
    await quiet()
  }

  /** The oldest call is answered, as of so much. */
  async give(answer: Data, asOf: number) {
    this.#waiting.shift()?.(stampAnswer(answer, asOf))
    await quiet()
  }
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 10))

let client: QueryClient
let handler: EventHandler
beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: (query) => freshFor(client, query, 5_000) } },
  })
  client.mount()
  handler = handleEvents(client)
})
afterEach(() => {
  handler.stop()
  client.clear()
  client.unmount()
})

function query<Data extends object>(follows: Scope[], answers: Answers<Data>, place?: Place) {
  return queryOptions({ queryKey: follows, ...following(follows, answers.read, place) })
}

/** A screen that shows the query, until the returned function is called. */
function shown<Data extends object>(options: ReturnType<typeof query<Data>>): () => void {
  return new QueryObserver(client, options).subscribe(() => {})
}

const bed = (id: string, version: number, name = 'Asha') => ({ id, version, name })
const put = (record: LiveRecord, asOf: number, scope = 'beds') =>
  handler.records({ kind: 'records', scope, asOf, put: [{ ...record }], gone: [] })
const opened = (asOf: Record<string, number>) => handler.open(asOf, () => false)
const beds = () => client.getQueryData(['beds'])

async function screenOfBeds() {
  const answers = new Answers<LiveRecord[]>()
  const options = query(['beds'], answers, listed())
  const leave = shown(options)
  opened({ beds: 10 })
  await answers.give([bed('a', 1)], 10)
  return { answers, options, leave }
}

test('what is told while the first answer is on its way is in it', async () => {
  const answers = new Answers<LiveRecord[]>()
  shown(query(['beds'], answers, listed()))
  opened({ beds: 10 })
  put(bed('a', 2), 12)
  put(bed('b', 1), 13)
  await answers.give([bed('a', 1)], 10)
  expect(beds()).toEqual([bed('a', 2), bed('b', 1)])
  expect(answers.asked).toHaveLength(1)
})

test('what is told while a list is read again is not overwritten by the answer', async () => {
  const { answers } = await screenOfBeds()
  void client.invalidateQueries()
  put(bed('a', 1, 'Asha Devi'), 12)
  await answers.give([bed('a', 1)], 11)
  expect(beds()).toEqual([bed('a', 1, 'Asha Devi')])
})

test('an answer that is newer than what was told stands', async () => {
  const { answers } = await screenOfBeds()
  put(bed('b', 1), 11)
  void client.invalidateQueries()
  await answers.give([bed('a', 3)], 14)
  expect(beds()).toEqual([bed('a', 3)])
  put(bed('a', 2), 13)
  expect(beds()).toEqual([bed('a', 3)])
})

test('a mark that comes while an answer is on its way has it read again, as of the mark', async () => {
  const answers = new Answers<{ total: number }>()
  shown(query(['patients'], answers))
  opened({ patients: 10 })
  handler.stale({ kind: 'stale', scope: 'patients', asOf: 12, within: 0 })
  await quiet()
  expect(answers.asked).toHaveLength(1)
  await answers.give({ total: 1 }, 11)
  expect(answers.asked.map(({ asOf }) => asOf)).toEqual([undefined, 12])
  await answers.give({ total: 2 }, 12)
  expect(client.getQueryData(['patients'])).toEqual({ total: 2 })
  expect(answers.asked).toHaveLength(2)
})

test('marks that come together are read once, and none that the answer holds already', async () => {
  const answers = new Answers<{ total: number }>()
  shown(query(['patients'], answers))
  opened({ patients: 10 })
  await answers.give({ total: 1 }, 20)
  handler.stale({ kind: 'stale', scope: 'patients', asOf: 15, within: 0 })
  await quiet()
  expect(answers.asked).toHaveLength(1)
  for (const asOf of [21, 22, 23]) handler.stale({ kind: 'stale', scope: 'patients', asOf, within: 0 })
  await quiet()
  expect(answers.asked.map(({ asOf }) => asOf)).toEqual([undefined, 23])
})

test('a stream that opens has only that read again which changed meanwhile', async () => {
  const { answers } = await screenOfBeds()
  handler.gap()
  opened({ beds: 10 })
  await quiet()
  expect(answers.asked).toHaveLength(1)
  handler.gap()
  opened({ beds: 15 })
  await quiet()
  expect(answers.asked.map(({ asOf }) => asOf)).toEqual([undefined, 15])
})

test('what could not be read is read when the next stream opens', async () => {
  const { answers } = await screenOfBeds()
  handler.stale({ kind: 'stale', scope: 'beds', asOf: 20, within: 0 })
  await quiet()
  await answers.fail()
  handler.gap()
  opened({ beds: 5 })
  await quiet()
  expect(answers.asked.map(({ asOf }) => asOf)).toEqual([undefined, 20, 20])
})

test('after a loss, that a later change was told proves nothing about an earlier one', async () => {
  const { answers } = await screenOfBeds()
  put(bed('a', 2), 20)
  handler.gap()
  opened({ beds: 15 })
  await quiet()
  expect(answers.asked.map(({ asOf }) => asOf)).toEqual([undefined, 15])
})

test('who goes to another screen and back reads nothing that was told, or did not change', async () => {
  const { answers, options, leave } = await screenOfBeds()
  put(bed('a', 2), 20)
  leave()
  handler.left('beds')
  handler.open({ queue: 5 }, () => false)
  const leaveAgain = shown(options)
  opened({ beds: 20 })
  await quiet()
  expect(answers.asked).toHaveLength(1)
  expect(beds()).toEqual([bed('a', 2)])
  leaveAgain()
  handler.left('beds')
  shown(options)
  opened({ beds: 30 })
  await quiet()
  expect(answers.asked.map(({ asOf }) => asOf)).toEqual([undefined, 30])
})

test('a record that is deleted is read again, for its screen to say so', async () => {
  const answers = new Answers<LiveRecord>()
  shown(query(['patient:a'], answers, itself))
  opened({ 'patient:a': 10 })
  await answers.give(bed('a', 1), 10)
  handler.records({ kind: 'records', scope: 'patient:a', asOf: 12, put: [], gone: ['a'] })
  await expect.poll(() => answers.asked.map(({ asOf }) => asOf)).toEqual([undefined, 12])
})

test('one’s own answer shows before it is told, and not over what is newer', async () => {
  await screenOfBeds()
  applyAnswer(client, stampAnswer(bed('a', 2), 9), { beds: () => true })
  applyAnswer(client, stampAnswer(bed('b', 1), 9), { beds: () => true })
  expect(beds()).toEqual([bed('a', 2), bed('b', 1)])
  put(bed('a', 3), 12)
  handler.records({ kind: 'records', scope: 'beds', asOf: 13, put: [], gone: ['b'] })
  applyAnswer(client, stampAnswer(bed('a', 2), 11), { beds: () => true })
  applyAnswer(client, stampAnswer(bed('b', 1), 11), { beds: () => true })
  expect(beds()).toEqual([bed('a', 3)])
})

test('the screen of a record that was just written has it before it is read', () => {
  const answers = new Answers<LiveRecord>()
  const options = query(['patient:a'], answers, itself)
  opened({})
  seedAnswer(client, options, stampAnswer(bed('a', 1), 10))
  shown(options)
  expect(client.getQueryData(['patient:a'])).toEqual(bed('a', 1))
  expect(answers.asked).toHaveLength(0)
})

test('at midnight all that is shown is read again, once', async () => {
  const { answers } = await screenOfBeds()
  readAllAgain(client)
  await quiet()
  expect(answers.asked.map(({ asOf }) => asOf)).toEqual([undefined, 11])
  await answers.give([], 10)
  expect(beds()).toEqual([])
  expect(answers.asked).toHaveLength(2)
})

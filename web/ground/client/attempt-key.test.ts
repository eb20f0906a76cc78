import { afterEach, expect, test, vi } from 'vitest'
import { underAttemptKey } from './attempt-key.ts'

afterEach(() => {
  vi.useRealTimers()
})

let calls = 0
/** A call that no other test makes, and the keys under which it was sent. */
function calling() {
  const call = `call ${++calls}`
  const keys: string[] = []
  const lost = new Error('the answer was lost')
  const refused = new Error('refused')
  const send = (outcome: Promise<unknown>, of = call) =>
    underAttemptKey(
      of,
      (key) => {
        keys.push(key)
        return outcome
      },
      (error) => error === lost,
    ).catch(() => undefined)
  return {
    /** How many attempts they were, as the server tells them apart. */
    attempts: () => new Set(keys).size,
    send,
    answered: (of?: string) => send(Promise.resolve('done'), of),
    lost: () => send(Promise.reject(lost)),
    refused: () => send(Promise.reject(refused)),
  }
}

test('pressed again before the answer is there, it is one attempt', async () => {
  const { send, answered, attempts } = calling()
  const answer = Promise.withResolvers<void>()
  const first = send(answer.promise)
  await answered()
  answer.resolve()
  await first
  expect(attempts()).toBe(1)
})

test('pressed again after the answer was lost, it is one attempt, until one is answered', async () => {
  const { lost, answered, attempts } = calling()
  await lost()
  await lost()
  await answered()
  expect(attempts()).toBe(1)
  await answered()
  expect(attempts()).toBe(2)
})

test('after a refusal it is another attempt', async () => {
  const { refused, answered, attempts } = calling()
  await refused()
  await answered()
  expect(attempts()).toBe(2)
})

test('another call is another attempt, though the answer of the first was lost', async () => {
  const { lost, answered, attempts } = calling()
  await lost()
  await answered('another')
  expect(attempts()).toBe(2)
})

test('more than a minute after the answer was lost, it is another attempt', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  const { lost, answered, attempts } = calling()
  await lost()
  vi.setSystemTime(59_000)
  await lost()
  expect(attempts()).toBe(1)
  vi.setSystemTime(59_000 + 61_000)
  await answered()
  expect(attempts()).toBe(2)
})

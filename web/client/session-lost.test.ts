import { expect, test, vi } from 'vitest'
import { expectRecovery, giveUpSession, onSessionLost, recoverSession } from './api.ts'

test('a session that ends before the code that asks is there is asked for once it is', async () => {
  const hurry = vi.fn()
  const giveUp = expectRecovery(hurry)
  const both = Promise.all([recoverSession(), recoverSession()])
  expect(hurry).toHaveBeenCalledOnce()
  const takeOff = onSessionLost(() => Promise.resolve(true))
  expect(await both).toEqual([true, true])
  expect(await recoverSession()).toBe(true)
  takeOff()
  giveUp()
  expect(await recoverSession()).toBe(false)
})

test('nobody is asked whose code can’t be loaded, or who signs out', async () => {
  const giveUp = expectRecovery(() => giveUp())
  expect(await recoverSession()).toBe(false)
  const hurry = vi.fn()
  const giveUpLater = expectRecovery(hurry)
  const takeBack = giveUpSession()
  expect(await recoverSession()).toBe(false)
  expect(hurry).not.toHaveBeenCalled()
  takeBack()
  const lost = recoverSession()
  expect(hurry).toHaveBeenCalledOnce()
  giveUpLater()
  expect(await lost).toBe(false)
})

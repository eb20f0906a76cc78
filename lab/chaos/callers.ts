// Makes one call from several clients at once. It runs in a process of its own, so that it does not slow down the
// measurement.
import { type Call, client, forAWhile } from '../../testbed/calls.ts'

export interface Calling {
  origin: string
  call: Call
  callers: number
  /** Milliseconds. */
  for: number
}

process.once('message', async (calling: Calling) => {
  const all = Array.from({ length: calling.callers }, () => client(calling.origin))
  await forAWhile(calling.for, all.length, async (caller) => all[caller]?.call(calling.call))
  for (const one of all) one.close()
  process.disconnect()
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurns, type Line } from './attempt-queue.ts'

const stays = () => false

/** A turn that lasts until it is ended. */
function lasting() {
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  return { act: () => gone, go }
}

const limits = {
  atOnce: 2,
  strangersAtOnce: 1,
  mostWaiting: { known: 10, new: 10, doubtful: 1 },
  longestWait: { known: 60_000, new: 60_000, doubtful: 60_000 },
}

test('the known are served first, then the new, then the doubtful, each in their order', async () => {
  const turns = inTurns({ ...limits, atOnce: 1 })
  const first = lasting()
  const began = turns.take('doubtful', stays, first.act)
  const served: string[] = []
  const come = (line: Line, name: string) => turns.take(line, stays, async () => void served.push(name))
  const all = [
    come('doubtful', 'guesser'),
    come('new', 'new one'),
    come('known', 'nurse'),
    come('new', 'another new one'),
    come('known', 'doctor'),
  ]
  first.go()
  await Promise.all([began, ...all])
  expect(served).toEqual(['nurse', 'doctor', 'new one', 'another new one', 'guesser'])
})

test('strangers leave a place for the known, who may take all', async () => {
  const turns = inTurns(limits)
  const [stranger, other, nurse] = [lasting(), lasting(), lasting()]
  const begun: string[] = []
  const come = (line: Line, name: string, who: ReturnType<typeof lasting>) =>
    turns.take(line, stays, () => {
      begun.push(name)
      return who.act()
    })
  const all = [come('new', 'stranger', stranger), come('new', 'other', other), come('known', 'nurse', nurse)]
  await sleep(0)
  expect(begun).toEqual(['stranger', 'nurse'])
  stranger.go()
  await all[0]
  expect(begun).toEqual(['stranger', 'nurse', 'other'])
  other.go()
  nurse.go()
  await Promise.all(all)
})

test('a line is as long as it may be, and nobody waits in it for longer than they may', async () => {
  const turns = inTurns({ ...limits, longestWait: { ...limits.longestWait, doubtful: 20 } })
  const first = lasting()
  const began = turns.take('new', stays, first.act)
  const waits = turns.take('doubtful', stays, async () => 'heard')
  const refusal = {
    message: 'Many people are signing in right now. Try again in 5 seconds.',
    extra: { retryAfter: 5 },
  }
  await expect(turns.take('doubtful', stays, async () => 'heard')).rejects.toMatchObject(refusal)
  await expect(waits).rejects.toMatchObject(refusal)
  first.go()
  await began
  expect(await turns.take('doubtful', stays, async () => 'heard')).toBe('heard')
})

test('nothing is done for somebody who has hung up', async () => {
  const turns = inTurns(limits)
  let done = 0
  const hungUp = turns.take(
    'known',
    () => true,
    async () => void done++,
  )
  await expect(hungUp).rejects.toThrow('Many people are signing in right now.')
  expect(done).toBe(0)
})

import { parseArgs } from 'node:util'
import { readNumber } from '../../start/parse-number.ts'
import { PlainRefusal } from '../../start/plain-refusal.ts'
import { runCommand } from '../run-command.ts'
import { live } from './prove.ts'

/** `npm run restore:prove`: 0 where each second came back as it was, 1 where one did not. */

const usage = `npm run restore:prove -- [--moments 20]

Lets a hospital of its own write without pause, notes what every table holds at random seconds, restores each of them from
the archive, and compares.`

await runCommand(usage, async (words) => {
  const { values } = parseArgs({
    args: words,
    options: { moments: { type: 'string', default: '20' }, help: { type: 'boolean' } },
  })
  if (values.help) return usage
  const count = readNumber('--moments', values.moments, { of: 'a number', from: 1, to: 1000, example: 20 })
  const { moments, restored, close } = await live(count, 3000)
  let wrong = 0
  try {
    for (const { at, held } of moments) {
      const since = performance.now()
      const isSame = (await restored(at)) === held
      if (!isSame) wrong++
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      console.log(`${isSame ? '✓' : '✗'} ${at.toISOString()}  restored in ${seconds} s`)
    }
    // As a control, the comparison must find a difference to another second.
    const [first, second] = moments
    if (first && second && first.held === second.held)
      throw new PlainRefusal('Two seconds are told to be the same.')
  } finally {
    await close()
  }
  if (wrong > 0) throw new PlainRefusal(`${wrong} of ${count} seconds did not come back as they were.`)
  return `All ${count} seconds came back as they were, row by row.`
})

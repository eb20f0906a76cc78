import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import { run } from './programs.ts'

/** The longest that other requests may take during the attack, in milliseconds. */
const longest = 3000
/** Seconds that each way is tried: twice the time that Lantern allows a whole request, so that disconnects show. */
const longestTry = 60

/** The ways to be slow: in sending the header, in sending the body, and in reading the response. */
const ways: [name: string, words: string[], path: string, mustEnd: boolean][] = [
  ['heads', ['-H', '-i', '10', '-t', 'GET'], '/api/site', true],
  [
    'bodies',
    ['-B', '-i', '10', '-t', 'POST', '-s', '8192', '-f', 'application/json'],
    '/api/auth/sign-in/email',
    true,
  ],
  ['readers', ['-X', '-w', '64', '-y', '128', '-n', '5', '-z', '32', '-k', '3'], '/', false],
]

export const slowClients: Attack = {
  program: 'slowhttptest',
  package: 'slowhttptest',
  what: 'slow heads, bodies and readers: others are answered within 3 s, and who sends too slowly is let go',
  async run({ origin }, amount) {
    const seconds = Math.min(amount.seconds, longestTry)
    const said: string[] = []
    let holds = true
    for (const [name, words, path, mustEnd] of ways) {
      const others = readingUntilStopped(origin)
      const { output } = await run(
        'slowhttptest',
        [
          '-c',
          String(amount.clients),
          '-r',
          '200',
          '-p',
          '3',
          '-l',
          String(seconds),
          ...words,
          '-u',
          origin + path,
        ],
        { seconds: seconds + 20 },
      )
      const { slowest, failed, count } = await others()
      const connected = figure(output, 'connected')
      const closed = figure(output, 'closed')
      const isOver = /No open connections left/.test(output)
      said.push(
        `${name}: ${connected + closed} in, ${closed} let go; of ${count} others ${failed} failed, slowest ${slowest.toFixed(0)} ms`,
      )
      // A test that never connected proves nothing.
      holds &&= connected + closed > 0 && failed === 0 && slowest <= longest && (isOver || !mustEnd)
    }
    return { said: said.join('; '), holds }
  },
}

/** The last figure that the program printed under this name. */
function figure(output: string, name: string): number {
  return Number(
    [...output.matchAll(new RegExp(`${name}:\\s*(?:\\u001b\\[[\\d;]*m)?\\s*(\\d+)`, 'g'))].at(-1)?.[1] ?? 0,
  )
}

/** Sends a request on a new connection twice a second. The result stops this and returns the response times. */
function readingUntilStopped(origin: string) {
  const stopped = new AbortController()
  const took: number[] = []
  let failed = 0
  const work = (async () => {
    while (!stopped.signal.aborted) {
      const begin = performance.now()
      try {
        const answer = await fetch(`${origin}/api/site`, {
          signal: AbortSignal.timeout(2 * longest),
          headers: { connection: 'close' },
        })
        if (!answer.ok) failed++
        await answer.text()
      } catch {
        failed++
      }
      took.push(performance.now() - begin)
      await sleep(500)
    }
  })()
  return async () => {
    stopped.abort()
    await work
    return { slowest: Math.max(...took), failed, count: took.length }
  }
}

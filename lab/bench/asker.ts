// One person's requests, in a process of its own: the bench's own garbage would be collected while they are timed.
import { Agent, request } from 'node:http'

export interface Questions {
  origin: string
  token: string
  paths: string[]
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds until each was answered, one after another. */
async function timesOf({ origin, token, paths }: Questions): Promise<number[]> {
  const times: number[] = []
  for (const path of paths) {
    const begin = performance.now()
    await get(`${origin}${path}`, token)
    times.push(performance.now() - begin)
  }
  return times
}

function get(url: string, token: string): Promise<void> {
  return new Promise((done, reject) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered with ${answer.statusCode}.`))
      answer.resume().once('end', done)
    })
    asked.once('error', reject).end()
  })
}

process.on('message', async (questions: Questions) => {
  process.send?.(await timesOf(questions))
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { openLive } from '../live-stream.ts'

const app = await startApp({ requestTimes: { head: 300, whole: 600, looks: 50 } })
/** Waits for ever. */
const endless = await startApp({ on: app, requestTimes: { head: 0, whole: 0, looks: 50 } })
afterAll(async () => {
  await endless.close()
  await app.close()
})
const desk = await app.signIn('receptionist')

const ways = [
  ['the head of a request', 'GET /api/site HTTP/1.1\r\nHost: x\r\n', 'X-Slow: x\r\n'],
  [
    'its body',
    'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    ' ',
  ],
] as const

/** Begins a request, and goes on with a little at a time. */
function dawdle({ url }: TestApp, begin: string, more: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.resume()
  socket.write(begin)
  const dribble = setInterval(() => socket.write(more), 40)
  socket.once('close', () => clearInterval(dribble))
  return socket
}

test.each(ways)('who dawdles over %s is let go, however busy they seem', async (_what, begin, more) => {
  const waited = dawdle(endless, begin, more)
  const slow = dawdle(app, begin, more)
  let answer = ''
  slow.on('data', (part) => {
    answer += part.toString()
  })
  await once(slow, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"code":"malformed_request"/)
  // The fault: a server without a limit still waits.
  expect(waited.closed).toBe(false)
  waited.destroy()
})

test('a connection that asked for nothing is closed without a word', async () => {
  const { hostname, port } = new URL(app.url)
  const unused = connect(Number(port), hostname)
  let heard = ''
  unused.on('data', (part) => {
    heard += part.toString()
  })
  await once(unused, 'close')
  expect(heard).toBe('')
})

test('who listens for longer than that is not cut off', async () => {
  const stream = await openLive(app.url, desk, 'patients')
  const slow = dawdle(app, ways[1][1], ways[1][2])
  await once(slow, 'close')
  expect(stream.isOver).toBe(false)
  stream.close()
})

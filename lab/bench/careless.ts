// The control of the bench: a server that answers everything at once and briefly, except for one planted fault. Not for
// any other use.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Milliseconds until the server is ready and until each response, and the MB that each response leaks, up to 200 in
 * all. Sign-ins leak nothing.
 */
const [late, slow, leak] = ['LATE', 'SLOW', 'LEAK'].map((fault) => Number(process.env[fault] ?? 0))
const left: Buffer[] = []
let size = 0

const server = createServer(async (request, response) => {
  request.resume()
  if (leak && size < 200 && !request.url?.startsWith('/api/auth')) {
    left.push(Buffer.alloc(leak * 2 ** 20, 1))
    size += leak
  }
  if (slow) await sleep(slow)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"token":"anything"}')
})

process.on('SIGTERM', () => process.exit())
if (late) await sleep(late)
server.listen(0, '127.0.0.1', () => {
  console.log(`The careless server is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

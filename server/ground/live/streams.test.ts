import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { encoded, Stream } from './streams.ts'

test('a screen that is told too much before its stream begins gets none of it, and comes back', async () => {
  const [stream, other] = [new Stream({ display: 'one' }, []), new Stream({ display: 'other' }, [])]
  const told = encoded({ kind: 'stale', scope: 'patients', asOf: 1, within: 1 })
  for (let times = 0; times < 30_000; times++) stream.send(told)
  other.send(told)
  const first = Buffer.from('data: first\n\n')
  expect(await beginning(stream, first)).toBe(`${first}`)
  expect(await beginning(other, first, () => other.end())).toBe(`${first}${told}`)
})

/** All that a screen gets of a stream that begins now. */
async function beginning(stream: Stream, first: Buffer, then = () => {}): Promise<string> {
  const server = createServer((_request, answer: ServerResponse) => {
    answer.removeHeader('transfer-encoding')
    answer.writeHead(200, { connection: 'close' })
    stream.begin(answer, first)
    then()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(5000) })).text()
}

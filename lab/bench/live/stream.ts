import { connect } from 'node:net'

/** An open stream. */
export interface Listening {
  close(): void
}

const endOfHead = '\r\n\r\n'
/** A buffer for all sockets: each chunk is handled before the next one is read. */
const shared = Buffer.alloc(65_536)

/**
 * Opens a stream on a bare socket. One machine has thousands of them, and with Node's client a frame would cost several
 * times what it costs the server. The bytes for `heard` are only valid until it returns; `ended` is called once.
 * @throws if the response is not 200
 */
export function listen(
  url: string,
  headers: Record<string, string>,
  { heard, ended }: { heard(bytes: Buffer): void; ended(): void },
): Promise<Listening> {
  const { hostname, port, pathname, search } = new URL(url)
  return new Promise((opened, reject) => {
    let head: string | null = ''
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: shared, callback: (count) => read(shared.subarray(0, count)) },
    })
    const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    socket.write([`GET ${pathname}${search} HTTP/1.1`, ...lines].join('\r\n') + endOfHead)
    socket.once('error', reject)
    socket.on('error', () => {})
    socket.once('close', () => {
      if (head === null) ended()
      else reject(new Error('A stream was not answered.'))
    })

    function read(bytes: Buffer): boolean {
      if (head === null) {
        heard(bytes)
        return true
      }
      head += bytes.toString('latin1')
      const end = head.indexOf(endOfHead)
      if (end < 0) return true
      const status = head.split(' ')[1]
      if (status !== '200') {
        reject(new Error(`A stream was answered with ${status}.`))
        socket.destroy()
        return false
      }
      const rest = Buffer.from(head.slice(end + endOfHead.length), 'latin1')
      head = null
      opened({ close: () => socket.destroy() })
      if (rest.length > 0) heard(rest)
      return true
    }
  })
}

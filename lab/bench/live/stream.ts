import { connect } from 'node:net'

/** A stream that is open. */
export interface Listening {
  close(): void
}

const endOfHead = '\r\n\r\n'
/** What a socket brings is read into it, and looked at before the next one's is. */
const shared = Buffer.alloc(65_536)

/**
 * Opens a stream by hand on a bare socket: Node's client costs several times what a frame costs the server, and there
 * are thousands on one machine. `heard` gets bytes that are its own only while it runs; `ended` is called once.
 * @throws when it is not answered with 200
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

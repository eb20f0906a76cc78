import { createServer, request, type Server as WebServer } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** A proxy to a server, which counts the requests and notes those that fail. */
export interface CountedWay {
  origin: string
  requests: number
  /** The requests that failed on the server's side. */
  failures: string[]
  close(): void
}

export async function countedWay(to: string): Promise<CountedWay> {
  const { port, hostname } = new URL(to)
  const server = createServer((asked, answer) => {
    way.requests++
    const { method, url: path, headers } = asked
    const passed = request({ port, hostname, method, path, headers }, (given) => {
      if ((given.statusCode ?? 0) >= 500) way.failures.push(`${method} ${path} ${given.statusCode}`)
      answer.writeHead(given.statusCode ?? 0, given.headers)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  const way: CountedWay = {
    origin: await listening(server),
    requests: 0,
    failures: [],
    close: () => server.closeAllConnections(),
  }
  return way
}

/** Starts a proxy that takes requests over TLS, and returns its address. */
export async function tlsWay(to: string, options: TlsOptions): Promise<string> {
  const { port, hostname } = new URL(to)
  const server = createTlsServer(options, (outside) => {
    const inside = connect(Number(port), hostname)
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      one.on('error', () => other.destroy())
      one.pipe(other)
    }
  })
  server.on('tlsClientError', () => {})
  return (await listening(server)).replace('http:', 'https:')
}

function listening(server: Server | WebServer): Promise<string> {
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** A scraper comes every few seconds, with one connection. */
const mostConnections = 16

export interface MetricsServer {
  port: number
  close(): Promise<void>
}

/** GET /metrics on a port of its own, which a firewall can tell from the one that everybody may reach. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  /** Requests that come while a response is prepared share it. */
  let making: ReturnType<Metrics['text']> | undefined
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, async (request, answer) => {
    const isAsked = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD')
    if (!isAsked) return answer.writeHead(404).end()
    try {
      making ??= metrics.text().finally(() => {
        making = undefined
      })
      const { type, body } = await making
      answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    } catch {
      answer.writeHead(500).end()
    }
    return undefined
  })
  server.maxConnections = mostConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

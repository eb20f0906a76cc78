import { Agent, request } from 'node:http'

export interface Outcome {
  /** The HTTP status, or how the call ended without one. */
  status: number | 'refused' | 'cut' | 'hung'
  body: string
  /** Milliseconds until the call was over. */
  took: number
}

export interface Call {
  method?: string
  path: string
  token?: string
  body?: unknown
  /** The Idempotency-Key. */
  key?: string
  headers?: Record<string, string>
}

/** Longer than anyone would wait: such a call counts as hanging. */
const longest = 20_000

/** One person's connection to a server, kept open. */
export function client(
  origin: string,
  { from, patience: most = longest }: { from?: string; patience?: number } = {},
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ...(from && { localAddress: from }) })
  return {
    call: ({ method = 'GET', path, token, body, key, headers = {} }: Call): Promise<Outcome> => {
      const begin = performance.now()
      return new Promise((resolve) => {
        const end = (status: Outcome['status'], text = '') => {
          clearTimeout(patience)
          resolve({ status, body: text, took: performance.now() - begin })
        }
        const sent = request(
          origin + path,
          {
            method,
            agent,
            headers: {
              ...(token && { authorization: `Bearer ${token}` }),
              ...(body !== undefined && { 'content-type': 'application/json' }),
              ...(key && { 'idempotency-key': key }),
              ...headers,
            },
          },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('end', () => end(answer.statusCode ?? 0, Buffer.concat(chunks).toString()))
            answer.on('error', () => end('cut'))
          },
        )
        const patience = setTimeout(() => {
          end('hung')
          sent.destroy()
        }, most)
        sent.on('error', (error: NodeJS.ErrnoException) =>
          end(error.code === 'ECONNREFUSED' ? 'refused' : 'cut', error.message),
        )
        sent.end(body === undefined ? undefined : JSON.stringify(body))
      })
    },
    close: () => agent.destroy(),
  }
}

export function p99(millis: readonly number[]): number {
  const sorted = millis.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN
}

/** Calls `act` from `workers` concurrent workers, each in a loop, for `millis` milliseconds. */
export async function forAWhile(
  millis: number,
  workers: number,
  act: (worker: number, turn: number) => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + millis
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let turn = 0; performance.now() < end; turn++) await act(worker, turn)
    }),
  )
}

import { Agent, request } from 'node:http'

export interface Outcome {
  /** The name of the supplier that was to be made. */
  name: string
  status: number | 'nobody listens' | 'cut'
  body: string
}

export interface Writers {
  readonly outcomes: readonly Outcome[]
  /** When all have been answered what they asked. */
  stop(): Promise<void>
}

/**
 * So many people make suppliers, each as fast as they are answered and on a connection of their own. They leave when
 * nobody listens, or when they are asked to come back later.
 */
export function openWriters(url: string, who: { token: string }, many: number): Writers {
  const agent = new Agent({ keepAlive: true, maxSockets: many })
  const outcomes: Outcome[] = []
  let isOver = false
  async function work(worker: number) {
    for (let turn = 0; !isOver; turn++) {
      const outcome = await send(url, who, agent, `Supplier ${worker} ${turn}`)
      outcomes.push(outcome)
      if (wasTurnedAway(outcome)) return
    }
  }
  const all = Array.from({ length: many }, (_, worker) => work(worker))
  return {
    outcomes,
    async stop() {
      isOver = true
      await Promise.all(all)
      agent.destroy()
    },
  }
}

/** The names of those that were acknowledged. */
export function acknowledged({ outcomes }: Writers): string[] {
  return outcomes.flatMap(({ name, status }) => (status === 201 ? [name] : []))
}

/** Requests that were neither acknowledged nor turned away, so that nobody knows whether they were done. */
export function failures({ outcomes }: Writers): Outcome[] {
  return outcomes.filter((outcome) => outcome.status !== 201 && !wasTurnedAway(outcome))
}

function wasTurnedAway({ status, body }: Outcome): boolean {
  return status === 'nobody listens' || (status === 503 && body.includes('server_stopping'))
}

export function send(
  url: string,
  { token }: { token: string },
  agent: Agent,
  name: string,
): Promise<Outcome> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const call = request(`${url}/api/suppliers`, { method: 'POST', agent, headers }, (answer) => {
      let body = ''
      answer.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      answer.on('end', () => resolve({ name, status: answer.statusCode ?? 0, body }))
      answer.on('error', () => resolve({ name, status: 'cut', body }))
    })
    call.on('error', (error: NodeJS.ErrnoException) => {
      // Before there is a connection, nothing of the request can have been sent.
      resolve({ name, status: error.syscall === 'connect' ? 'nobody listens' : 'cut', body: error.message })
    })
    call.end(JSON.stringify({ name }))
  })
}

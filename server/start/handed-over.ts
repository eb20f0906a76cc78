import type { Worker } from 'node:cluster'

interface Handle {
  close(): void
}

/** What Node tells a worker that is given a connection, and what the worker answers when it has it. */
interface OfCluster {
  seq?: number
  act?: string
  ack?: number
}

/**
 * Closes the connections that a worker was given and had not taken when it died. Node keeps its own end of each open until
 * the worker says that it has it, so nobody would answer or close them, and the client would wait for as long as it can.
 * They can't be given to another worker: the dead one may have read part of the request.
 */
export function closeWhatItNeverTook({ process: child }: Worker): void {
  const given = new Map<number, Handle>()
  const send = child.send.bind(child)
  // Node has no event for what it hands over, so this is where it is seen. processes.test.ts finds a Node that changes it.
  child.send = (message: OfCluster, handle?: unknown, ...others: never[]) => {
    if (message.act === 'newconn' && message.seq !== undefined && isHandle(handle)) {
      given.set(message.seq, handle)
    }
    return send(message as never, handle as never, ...others)
  }
  child.on('internalMessage', ({ ack }: OfCluster) => {
    if (ack !== undefined) given.delete(ack)
  })
  child.once('exit', () => {
    for (const handle of given.values()) handle.close()
    given.clear()
  })
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function'
}

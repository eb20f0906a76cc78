import type { Worker } from 'node:cluster'

interface Handle {
  close(): void
}

/** The message in which Node gives a worker a connection, and the worker's reply once it has it. */
interface OfCluster {
  seq?: number
  act?: string
  ack?: number
}

/**
 * Closes the connections that a worker was given but had not yet taken when it died. Node keeps its own end of each
 * open until the worker confirms it. Otherwise no one would reply to or close them, and the client would wait as long
 * as it can. They can't go to another worker, because the dead one may have read part of the request.
 */
export function closeWhatItNeverTook({ process: child }: Worker): void {
  const given = new Map<number, Handle>()
  const send = child.send.bind(child)
  // Node has no event for handing over a connection, so watch `send`. processes.test.ts detects a Node that changes
  // this.
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

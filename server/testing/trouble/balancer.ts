import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands before several servers, and leads each new connection to the next of them that takes it. */
export interface Balancer {
  readonly url: string
  /** Whether anybody is led there from now on: it says whether it is ready. */
  lead(port: number, isReady: boolean): void
  close(): void
}

export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set(ports)
  const sockets = new Set<Socket>()
  let turn = 0

  function keep(socket: Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // The other side's end is passed on; who broke off knows why.
    socket.on('error', () => {})
  }

  /** The next one that takes a connection; undefined where none does. */
  async function next(): Promise<Socket | undefined> {
    for (let tries = 0; tries < ports.length; tries++) {
      const port = ports[turn++ % ports.length] ?? 0
      if (!ready.has(port)) continue
      const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
      keep(socket)
      try {
        await once(socket, 'connect')
        return socket
      } catch {
        // Nobody listens there for the moment.
      }
    }
    return undefined
  }

  const listener = createServer({ allowHalfOpen: true, pauseOnConnect: true }, async (client) => {
    keep(client)
    const server = await next()
    if (!server) return client.destroy()
    client.pipe(server).pipe(client)
    // An end is passed on by `pipe`, after all that was said before it.
    client.on('close', () => server.destroy())
    server.on('error', () => client.destroy())
    return undefined
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    lead: (port, isReady) => void (isReady ? ready.add(port) : ready.delete(port)),
    close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

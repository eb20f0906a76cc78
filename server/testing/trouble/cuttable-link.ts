import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

/** A way to PostgreSQL that a test can cut, as a database that dies or a cable that is pulled. */
export interface CuttableLink {
  /** The database's address by this way. */
  readonly url: string
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  /** Takes new connections and never answers on them; those that are open end. */
  goSilent(): void
  /**
   * Loses whatever is sent from now on, either way, as a firewall that dropped its table: no side hears of an end. What
   * is open now, or is opened meanwhile, stays like that for good.
   */
  swallow(): void
  /** Lets everything through again, on new connections. */
  mend(): Promise<void>
  close(): Promise<void>
}

export async function cuttableLink(databaseUrl: string): Promise<CuttableLink> {
  // Knows how addresses of sockets are written.
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const sockets = new Set<Socket>()
  const swallowed = new Set<Socket>()
  let takes: 'everything' | 'no answer' | 'nothing' = 'everything'

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A cut is what these sockets are for.
    socket.on('error', () => {})
  }
  const lose = (socket: Socket) => {
    sockets.delete(socket)
    swallowed.add(socket)
    socket.unpipe().resume()
  }
  // An end is passed on by `pipe`, or not at all.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client)
    if (takes === 'nothing') lose(client)
    if (takes !== 'everything') return
    const database = connect({
      ...(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }),
      allowHalfOpen: true,
    })
    keep(database)
    client.pipe(database).pipe(client)
    client.on('close', () => swallowed.has(database) || database.destroy())
    database.on('close', () => swallowed.has(client) || client.destroy())
  })
  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      server.listen(at, '127.0.0.1', resolve)
    })
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  await listen(0)
  const address = server.address()
  const ownPort = typeof address === 'object' && address ? address.port : 0
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${ownPort}`
  url.search = ''

  const link: CuttableLink = {
    url: url.href,
    cut() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      endAll()
      for (const socket of swallowed) socket.destroy()
      return closed
    },
    goSilent() {
      takes = 'no answer'
      endAll()
    },
    swallow() {
      takes = 'nothing'
      for (const socket of sockets) lose(socket)
    },
    async mend() {
      takes = 'everything'
      endAll()
      if (!server.listening) await listen(ownPort)
    },
    close: () => (server.listening ? link.cut() : Promise.resolve()),
  }
  return link
}

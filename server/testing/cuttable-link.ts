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
  /** Lets everything through again. */
  mend(): Promise<void>
  close(): Promise<void>
}

export async function cuttableLink(databaseUrl: string): Promise<CuttableLink> {
  // Knows how addresses of sockets are written.
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const sockets = new Set<Socket>()
  let isSilent = false

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A cut is what these sockets are for.
    socket.on('error', () => {})
  }
  const server = createServer((client) => {
    keep(client)
    if (isSilent) return
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    keep(database)
    client.pipe(database).pipe(client)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
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
      return closed
    },
    goSilent() {
      isSilent = true
      endAll()
    },
    async mend() {
      isSilent = false
      endAll()
      if (!server.listening) await listen(ownPort)
    },
    close: () => (server.listening ? link.cut() : Promise.resolve()),
  }
  return link
}

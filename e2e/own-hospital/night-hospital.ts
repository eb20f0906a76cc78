import { resolve } from 'node:path'
import pg from 'pg'
import { type AppOptions, buildApp } from '../../server/app.ts'
import { fillDemo } from '../../server/demo/fill.ts'
import { startEmbedded } from '../../server/ground/db/embedded.ts'
import { migrate } from '../../server/ground/db/migrate.ts'
import { freePort } from '../../server/ground/start/ports.ts'
import { type HospitalDatabase, hospitalDatabase, smallHospital } from './database.ts'

/** A small demo hospital in UTC, or an empty new one, on a server of its own. A story sets its clocks. */
export interface NightHospital {
  origin: string
  /** The day for which the hospital was filled. */
  day: string
  /** Sets the clock, which then runs on. */
  setClock(moment: string): Promise<void>
  /** Runs a statement as the owner of the database. */
  asOwner(statement: string): Promise<unknown>
  /** Ends the connection on which the server hears of changes; it opens another one at once. */
  missNews(): Promise<void>
  /** Stops the server, and keeps the database. */
  stop(): Promise<void>
  /** Starts another server at the same address, possibly of another version. */
  startAgain(changed?: Partial<AppOptions>): Promise<void>
  close(): Promise<void>
}

export async function openNightHospital({
  isNew = false,
  filled,
  data,
  configured,
}: {
  isNew?: boolean
  /** Another size than most stories need, and the day for which it is made, at 11:20, instead of now. */
  filled?: Partial<typeof smallHospital> & { today?: string }
  /** The data directory of a PostgreSQL of its own; without one, the hospital is a database in the run's PostgreSQL. */
  data?: string
  /** Further options of its server, which may depend on its address. */
  configured?: (origin: string) => Promise<Partial<AppOptions>>
} = {}): Promise<NightHospital> {
  const database = data
    ? await ownDatabase(data)
    : await hospitalDatabase({ isNew: isNew || filled !== undefined })
  if (filled) await fillDemo(database.ownerUrl, { ...smallHospital, ...filled })
  const { appUrl } = database
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const options = await configured?.(origin)
  async function start(changed: Partial<AppOptions> = {}) {
    const started = await buildApp({
      databaseUrl: appUrl,
      webDirectory: resolve(import.meta.dirname, '../../dist/web'),
      clock,
      ...options,
      ...changed,
    })
    // Screens set their clocks by this header, which Node would otherwise set by its own.
    started.addHook('onSend', async (_, reply) => void reply.header('date', clock().toUTCString()))
    await started.listen({ host: '127.0.0.1', port })
    return started
  }
  let app = await start()
  return {
    origin,
    day: clock().toISOString().slice(0, 10),
    async setClock(moment) {
      ahead = Date.parse(moment) - Date.now()
      await owner.query(`
        create or replace function hospital_now() returns timestamptz language sql stable parallel safe
          return now() + interval '${ahead} ms'`)
    },
    asOwner: (statement) => owner.query(statement),
    async missNews() {
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where query = 'listen lantern' and datname = current_database()`,
      )
    },
    stop: () => app.close(),
    async startAgain(changed) {
      app = await start(changed)
    },
    async close() {
      await owner.end()
      await app.close()
      await database.drop()
    },
  }
}

async function ownDatabase(data: string): Promise<HospitalDatabase> {
  const postgres = await startEmbedded(data, { settings: { fsync: 'off' } })
  const { ownerUrl } = postgres
  const { appUrl } = await migrate(ownerUrl)
  await fillDemo(ownerUrl, smallHospital)
  return { ownerUrl, appUrl, drop: () => postgres.stop() }
}

// The server of a simulated hospital, in a process of its own: Lantern's own, on a clock that its parent sets.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { goAhead } from './date.ts'
import { isDueWithin } from './due.ts'

export interface ServerOptions {
  databaseUrl: string
  /** For the key that seals the trail, and for the copy of the seals. */
  directory: string
  ahead: number
}
/** What the parent says: what time it is. */
export interface GoAhead {
  ahead: number
}
/** What the server answers when all that was due by then is done. */
export interface Gone {
  origin?: string
  troubles: string[]
}

process.once('message', async (options: ServerOptions) => {
  goAhead(options.ahead)
  const { buildApp } = await import('../../server/app.ts')
  const { connect } = await import('../../server/db/connect.ts')
  const { nobodyWaits } = await import('../../server/db/time-limits.ts')
  const { sealKeyIn } = await import('../../server/seals/key.ts')
  const { sealTrail } = await import('../../server/seals/sealing.ts')
  const { copySeals } = await import('../../server/seals/copies.ts')
  mkdirSync(options.directory, { recursive: true })
  const key = await sealKeyIn(join(options.directory, 'audit-key.pem'))
  const app = await buildApp({ databaseUrl: options.databaseUrl, seals: { key } })
  const { db } = connect(options.databaseUrl, { connections: 2, limits: nobodyWaits })
  const copying = copySeals(db, join(options.directory, 'seals.txt'))
  const clock = () => new Date()
  const signal = new AbortController().signal
  let last = Date.now()

  async function doWhatIsDue(): Promise<string[]> {
    const [since, until] = [last, Date.now()]
    last = until
    const troubles: string[] = []
    for (const { name, every, run } of app.jobs) {
      if (!isDueWithin(every, since, until)) continue
      await run({ db, clock, signal }).catch((error: unknown) => troubles.push(`${name}: ${String(error)}`))
    }
    await app.lantern.audit.flush()
    await sealTrail({ db, key, clock })
    await copying.copy(0)
    return troubles
  }

  const say = (gone: Gone) => process.send?.(gone)
  process.on('message', async ({ ahead }: GoAhead) => {
    goAhead(ahead)
    say({ troubles: await doWhatIsDue().catch((error: unknown) => [String(error)]) })
  })
  process.once('disconnect', async () => {
    await app.close()
    await db.destroy()
  })
  say({ origin: await app.listen({ host: '127.0.0.1', port: 0 }), troubles: [] })
})

// The server of a simulated hospital: Lantern's own server, in a process of its own, with a clock that its parent sets.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { goAhead } from './date.ts'
import { isDueWithin } from './due.ts'

export interface ServerOptions {
  databaseUrl: string
  /** The directory of the key that seals the trail, and of the copy of the seals. */
  directory: string
  ahead: number
}
/** The parent's message with the time. */
export interface GoAhead {
  ahead: number
}
/** The server's response once all jobs due by then are done. */
export interface Gone {
  origin?: string
  troubles: string[]
}

process.once('message', async (options: ServerOptions) => {
  goAhead(options.ahead)
  const { buildApp } = await import('../../../server/app.ts')
  const { connect } = await import('../../../server/ground/db/connect.ts')
  const { nobodyWaits } = await import('../../../server/ground/db/time-limits.ts')
  const { sealKeyIn } = await import('../../../server/ground/seals/key.ts')
  const { sealTrail } = await import('../../../server/ground/seals/sealing.ts')
  const { copySeals } = await import('../../../server/ground/seals/copy-seals.ts')
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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { startApp } from '../../server/testing/app.ts'
import type { People } from '../../server/testing/example.ts'
import { givenPeople } from '../../server/testing/examples.ts'
import { type Planted, plantEverywhere } from './markup.ts'

/** A hospital in which whatever can be typed is markup. */
export interface MarkedHospital extends Planted {
  origin: string
  people: People
  close(): Promise<void>
}

export async function openMarkedHospital(): Promise<MarkedHospital> {
  const data = mkdtempSync(join(tmpdir(), 'lantern-marked-'))
  const postgres = await startEmbedded(data, { settings: { fsync: 'off' } })
  const { ownerUrl } = postgres
  const { appUrl } = await migrate(ownerUrl)
  const app = await startApp({
    database: { ownerUrl, appUrl, drop: async () => {} },
    webDirectory: resolve(import.meta.dirname, '../../dist/web'),
  })
  const people = await givenPeople(app)
  return {
    origin: app.url,
    people,
    ...(await plantEverywhere(people)),
    async close() {
      await app.close()
      await postgres.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

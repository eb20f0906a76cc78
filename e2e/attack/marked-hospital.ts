import { resolve } from 'node:path'
import { startApp } from '../../server/testing/app.ts'
import { givenPeople } from '../../server/testing/every-example.ts'
import type { People } from '../../server/testing/example.ts'
import { hospitalDatabase } from '../own-hospital/database.ts'
import { type Planted, plantEverywhere } from './markup.ts'

/** A hospital in which every text that can be typed is markup. */
export interface MarkedHospital extends Planted {
  origin: string
  people: People
  close(): Promise<void>
}

export async function openMarkedHospital(): Promise<MarkedHospital> {
  const database = await hospitalDatabase({ isNew: true })
  const app = await startApp({ database, webDirectory: resolve(import.meta.dirname, '../../dist/web') })
  const people = await givenPeople(app)
  return {
    origin: app.url,
    people,
    ...(await plantEverywhere(people)),
    close: () => app.close(),
  }
}

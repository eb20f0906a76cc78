import { type DuplicatePair, listDuplicates } from '../../../../contract/people/duplicates/duplicates.ts'
import { again } from '../../../ground/db/again.ts'
import type { TestApp } from '../../app.ts'
import type { Client } from '../../client.ts'
import { givenPatient, patientForm } from './patients.ts'

type Changed = Parameters<typeof patientForm>[0]

/** Compares the patients who changed since it was last done, as a job of every minute does. */
export async function comparePatients({ app }: TestApp): Promise<void> {
  const job = app.jobs.find(({ name }) => name === 'compare-changed-patients')
  const context = { db: app.lantern.db, clock: () => new Date(), signal: new AbortController().signal }
  await again(async () => job?.run(context))
}

/** The pair of these patients, if they are listed. */
export async function pairOf(
  desk: Client,
  { id }: { id: string },
  band: 'probable' | 'possible' | 'decided' = 'probable',
): Promise<DuplicatePair | undefined> {
  const { items } = (await desk.call(listDuplicates, { query: { band, limit: 200 } })).body
  return items.find(({ records }) => records.some((record) => record.id === id))
}

/** A patient who was registered twice; `changed` is what differs the second time. */
export async function givenDuplicates(
  app: TestApp,
  desk: Client,
  changed: Changed = {},
): Promise<DuplicatePair> {
  const form = patientForm()
  await givenPatient(desk, form)
  const again = await givenPatient(desk, { ...form, ...changed })
  await comparePatients(app)
  const pair = (await pairOf(desk, again)) ?? (await pairOf(desk, again, 'possible'))
  if (!pair) throw new Error('The two records are not listed')
  return pair
}

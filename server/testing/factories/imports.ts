import { setTimeout as sleep } from 'node:timers/promises'
import {
  checkImport,
  commitImport,
  editImportMapping,
  type ImportBatch,
  type ImportKind,
  type ImportMapping,
  type ImportState,
  largestPart,
  listImports,
  readImport,
  sendImportPart,
  startImport,
  workingStates,
} from '../../../contract/people/imports/imports.ts'
import { type Client, ifMatch } from '../client.ts'
import { one } from '../example.ts'

/** A file of two patients. */
export const twoPatients =
  'Surname,First name,DOB,Sex\r\nAsante,Kofi,25/04/1990,M\r\nAsante,Esi,03/11/1992,F\r\n'

/** Begins an import and sends its file, whose reading begins with the last part. */
export async function givenSent(
  admin: Client,
  file: string | Buffer,
  fileName = 'patients.csv',
  kind: ImportKind = 'PATIENTS',
) {
  const { body: batch } = await admin.call(startImport, { body: { kind, fileName } })
  const bytes = Buffer.from(file)
  let sent = batch
  for (let part = 0; part === 0 || part * largestPart < bytes.length; part++) {
    const content = bytes.subarray(part * largestPart, (part + 1) * largestPart).toString('base64')
    const isLast = (part + 1) * largestPart >= bytes.length
    sent = (await admin.call(sendImportPart, { ...one(batch), body: { part, content, isLast } })).body
  }
  return sent
}

/** Waits until the worker has brought an import into one of these states. */
export async function untilIn(admin: Client, { id }: { id: string }, ...states: ImportState[]) {
  for (const until = Date.now() + 20_000; ; await sleep(20)) {
    const { body: batch } = await admin.call(readImport, one({ id }))
    if (states.includes(batch.state)) return batch
    if (Date.now() > until) throw new Error(`the import is ${batch.state}, not ${states.join(' or ')}`)
  }
}

/** Waits until no import is being worked on, which would refuse the next one. */
export async function untilIdle(admin: Client) {
  for (;;) {
    const { items } = (await admin.call(listImports)).body
    if (!items.some(({ state }) => workingStates.includes(state))) return
    await sleep(20)
  }
}

export const givenRead = async (admin: Client, file: string | Buffer, fileName?: string, kind?: ImportKind) =>
  untilIn(admin, await givenSent(admin, file, fileName, kind), 'READ', 'UNREADABLE')

/** Saves the mapping that was suggested, changed. */
export async function givenMapped(
  admin: Client,
  batch: ImportBatch,
  changed: (mapping: ImportMapping) => ImportMapping,
) {
  const mapping = changed(batch.mapping ?? { columns: [], constants: {}, importsPossible: false })
  return (await admin.call(editImportMapping, { ...one(batch), body: { mapping } }, ifMatch(batch))).body
}

/** A file that is read and checked as it is suggested. */
export async function givenChecked(
  admin: Client,
  file: string | Buffer,
  fileName?: string,
  kind?: ImportKind,
) {
  const batch = await givenRead(admin, file, fileName, kind)
  await untilIdle(admin)
  await admin.call(checkImport, one(batch))
  return untilIn(admin, batch, 'CHECKED', 'READ')
}

export async function givenCommitted(admin: Client, batch: ImportBatch) {
  await untilIdle(admin)
  await admin.call(commitImport, one(batch))
  return untilIn(admin, batch, 'COMMITTED', 'STOPPED')
}

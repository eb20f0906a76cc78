import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { listAllergies, strikeAllergy } from '../../../contract/clinical/allergies.ts'
import { listAudit } from '../../../contract/hospital/audit.ts'
import { addIdentifierSystem } from '../../../contract/people/identifier-systems.ts'
import {
  checkImport,
  commitImport,
  discardImport,
  editImportMapping,
  exportImportRejects,
  type ImportBatch,
  listImportRows,
  listImports,
  type RowState,
  readImport,
  sendImportPart,
  startImport,
  stopImport,
  undoImport,
} from '../../../contract/people/imports/imports.ts'
import { deletePatient, editPatient, listPatients } from '../../../contract/people/patients.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import {
  givenChecked,
  givenCommitted,
  givenMapped,
  givenRead,
  twoPatients,
  untilIn,
} from '../../testing/factories/imports.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { openLive } from '../../testing/live-stream.ts'
import { deleteImportRows } from './delete-rows.ts'

const app = await startApp({ runsJobs: true })
const admin = await app.founder()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
await admin.call(addIdentifierSystem, {
  body: { name: 'National ID', kind: 'NATIONAL', pattern: null, checkDigit: null, isExclusive: true },
})

const rowsOf = async (batch: { id: string }, state?: RowState) =>
  (await admin.call(listImportRows, { ...one(batch), query: state ? { state, limit: 200 } : { limit: 200 } }))
    .body.items
const found = async (search: string) => (await desk.call(listPatients, { query: { search } })).body.items
const rejectsOf = async (batch: { id: string }) => (await admin.call(exportImportRejects, one(batch))).body
const undone = async (batch: ImportBatch) => {
  expect((await admin.call(undoImport, one(batch))).status).toBe(200)
  return untilIn(admin, batch, 'UNDONE')
}

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  [
    'UTF-16 big-endian, semicolons',
    (text: string) => Buffer.from(`\uFEFF${text.replaceAll(',', ';')}`, 'utf16le').swap16(),
  ],
  ['Windows-1252, tabs', (text: string) => Buffer.from(text.replaceAll(',', '\t'), 'latin1')],
])('a file in %s is read, with line breaks in quotes', async (_, encoded) => {
  const file =
    'Surname,First name,DOB,Sex,Address\r\nMüller,Zoë,25/04/1990,F,"1 Rue Neuve\nLiège"\r\n\r\n,,,,\r\nPaz,Ana,1/2/1980,F,\r\n'
  const batch = await givenRead(admin, encoded(file))
  expect(batch).toMatchObject({ state: 'READ', rows: 2, isMappedAsBefore: false })
  expect(batch.columns.map(({ header, values }) => [header, ...values])).toEqual([
    ['Surname', 'Müller', 'Paz'],
    ['First name', 'Zoë', 'Ana'],
    ['DOB', '25/04/1990', '1/2/1980'],
    ['Sex', 'F'],
    ['Address', '1 Rue Neuve\nLiège'],
  ])
  expect(batch.columns[2]).toMatchObject({ dateProof: 'DMY', dateExamples: ['25/04/1990'], filled: 2 })
  expect(batch.mapping?.columns.map(({ field }) => field)).toEqual([
    'lastName',
    'firstName',
    'dateOfBirth',
    'gender',
    'address',
  ])
  await admin.call(discardImport, one(batch))
})

test('what can’t be read is said, and adds nothing', async () => {
  const unclosed = await givenRead(admin, 'Surname,First name\r\n"Asante,Kofi\r\n')
  expect(unclosed).toMatchObject({ state: 'UNREADABLE', problem: expect.stringContaining('quotation mark') })
  expect((await givenRead(admin, 'Surname,First name\r\n')).problem).toBe(
    'The file has headers, and no rows.',
  )
  expect((await givenRead(admin, '')).problem).toBe('The file is empty.')
  expect((await admin.call(checkImport, one(unclosed))).problem.code).toBe('import_moved_on')
})

test('a file is imported: who was added is on record as a registration would have them, and gaps stay gaps', async () => {
  const live = await openLive(app.url, desk, 'patients')
  onTestFinished(() => live.close())
  const file =
    'Surname,Forename,Birth date,Gender,Tel,Blood type,National ID,Notes\r\nOwusu,Abena,25/04/1990,F,+233 20 555 0101,o pos,GH-123 456,=1+1\r\nOwusu,Yaw,03/04/1988,M,,,,\r\n'
  const checked = await givenChecked(admin, file)
  expect(checked.counts).toMatchObject({ ready: 2, rejected: 0, imported: 0 })
  expect(await found('Owusu')).toEqual([])
  const { mrn: before } = await givenPatient(desk)
  const committed = await givenCommitted(admin, checked)
  expect(committed).toMatchObject({
    state: 'COMMITTED',
    done: 2,
    total: 2,
    counts: { ready: 0, imported: 2 },
  })
  const [abena] = await found('gh123456')
  const [yaw] = await found('Owusu Yaw')
  expect(abena).toMatchObject({
    dateOfBirth: '1990-04-25',
    gender: 'FEMALE',
    bloodGroup: 'O+',
    contactNumber: '+233 20 555 0101',
    address: '',
    medicalHistory: '=1+1',
  })
  expect(yaw).toMatchObject({ dateOfBirth: '1988-04-03', contactNumber: '', address: '', email: null })
  const number = (mrn = '') => Number(mrn.slice(3))
  expect([abena?.mrn, yaw?.mrn, (await givenPatient(desk)).mrn].map(number)).toEqual(
    [1, 2, 3].map((more) => number(before) + more),
  )
  // Two registrations, and the import once.
  await expect.poll(() => live.stale('patients')).toBeGreaterThan(0)
  await app.flushAudit()
  const { body: trail } = await admin.call(listAudit, { query: { patientId: yaw?.id ?? '' } })
  expect(trail.items.map(({ action, staff }) => [action, staff?.id])).toContainEqual([
    'importRecords',
    admin.id,
  ])

  // The form asks for what is missing when the record is edited.
  const edit = { ...one(yaw ?? { id: '' }), body: { address: '', contactNumber: '0302 555 0101' } }
  expect((await desk.call(editPatient, edit, ifMatch(yaw ?? { version: 0 }))).problem.errors).toEqual([
    { path: 'address', message: 'Address is required' },
  ])

  // The file again: one is known by their identifier, the other may be the one on record.
  const again = await givenChecked(admin, file, 'again.csv')
  expect(again.sameFile).toMatchObject({ fileName: 'patients.csv' })
  expect(again.isMappedAsBefore).toBe(false)
  expect(again.counts).toMatchObject({ ready: 0, known: 1, possible: 1 })
  expect((await rowsOf(again)).map(({ line, state, patient }) => [line, state, patient?.id])).toEqual([
    [2, 'KNOWN', abena?.id],
    [3, 'POSSIBLE', yaw?.id],
  ])
  expect((await givenCommitted(admin, again)).counts.imported).toBe(0)
  expect(await found('Owusu')).toHaveLength(2)
})

test('the order of day and month has to be chosen where no date proves it', async () => {
  const file = 'Surname,First name,DOB,Sex\r\nBoateng,Afua,03/04/1990,F\r\nBoateng,Kwame,1/2/1991,2\r\n'
  const batch = await givenRead(admin, file)
  expect(batch.columns[2]).toMatchObject({ dateProof: 'UNPROVED', dateExamples: ['03/04/1990'] })
  expect((await admin.call(checkImport, one(batch))).problem).toMatchObject({
    status: 422,
    errors: [{ path: 'mapping.columns.2.dateOrder', message: expect.stringContaining('03/04/1990') }],
  })
  const chosen = await givenMapped(admin, batch, (mapping) => ({
    ...mapping,
    columns: mapping.columns.map((use, at) => ({
      ...use,
      dateOrder: at === 2 ? 'MDY' : null,
      values: at === 3 ? { 2: 'MALE' } : {},
    })),
  }))
  const stale = { ...one(batch), body: { mapping: batch.mapping ?? undefined } }
  expect((await admin.call(editImportMapping, stale, ifMatch(batch))).problem.code).toBe('stale_version')
  expect((await admin.call(checkImport, one(chosen))).status).toBe(200)
  await untilIn(admin, chosen, 'CHECKED')
  await givenCommitted(admin, chosen)
  expect((await found('Boateng')).map(({ dateOfBirth, gender }) => [dateOfBirth, gender])).toEqual([
    ['1990-03-04', 'FEMALE'],
    ['1991-01-02', 'MALE'],
  ])
  // Such a file is mapped by itself from now on, and its dates are asked about again.
  const next = await givenRead(admin, file.replaceAll('Boateng', 'Donkor'))
  expect(next.isMappedAsBefore).toBe(true)
  expect(next.mapping?.columns.slice(2)).toEqual([
    { field: 'dateOfBirth', dateOrder: null, values: {} },
    { field: 'gender', dateOrder: null, values: { 2: 'MALE' } },
  ])
  await admin.call(discardImport, one(next))
})

test('rejected rows say why, column by column, and can be imported once they are corrected', async () => {
  const file =
    'Surname,First name,DOB,Sex,Phone,National ID\r\nAddo,Ama,31/02/1990,F,,A1\r\nAddo,,25/04/1990,Q,none,A2\r\nAddo,Kojo,25/04/2090,M,"=HYPERLINK(""x"")",\r\nAddo,Efua,25/04/1990,F,,A3\r\nAddo,Esi,25/05/1990,F,,a-3\r\nAddo,Efua,25/04/1990,F,,\r\n'
  const checked = await givenChecked(admin, file)
  expect(checked.counts).toMatchObject({ ready: 1, known: 1, possible: 1, rejected: 3 })
  const rejected = await rowsOf(checked, 'REJECTED')
  expect(rejected.map(({ line, problems }) => [line, problems])).toEqual([
    [2, [{ column: 2, message: '“31/02/1990” is not a date' }]],
    [
      3,
      [
        { column: 1, message: 'First name is required' },
        { column: 3, message: '“Q” is not mapped to a gender' },
        { column: 4, message: 'Contact number must contain digits' },
      ],
    ],
    [
      4,
      [
        { column: 2, message: 'Date of birth can’t be in the future' },
        { column: 4, message: 'Contact number must contain digits' },
      ],
    ],
  ])
  expect((await rowsOf(checked, 'KNOWN'))[0]?.problems[0]?.message).toBe(
    'Row 5 of the file has this National ID',
  )
  const csv = String(await rejectsOf(checked))
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
  expect(csv).toContain('Date of birth can’t be in the future; Contact number must contain digits')
  const corrected = csv.replace('31/02', '28/02').replace('Addo,,', 'Addo,Adjoa,').replace(',Q,none', ',F,')
  await givenCommitted(admin, checked)
  const again = await givenChecked(admin, corrected)
  expect(again.counts).toMatchObject({ ready: 2, rejected: 1 })
  expect((await rowsOf(again, 'REJECTED'))[0]?.cells[4]).toBe('=HYPERLINK("x")')
  await givenCommitted(admin, again)
  expect(await found('Addo')).toHaveLength(3)
})

test('birth dates known in part and allergies are imported as the desk would have entered them', async () => {
  const file = [
    'Surname,First name,DOB,Sex,Allergy 1,Allergy 2',
    'Quaye,Kwame,1984,M,Penicillin (rash),latex',
    'Quaye,Adwoa,May 1990,F,None known,',
    'Quaye,Yaa,25/04/1990,F,unknown,',
    'Quaye,Kofi,12/84,M,No,',
    'Quaye,KWAME,13/06/1984,M,,',
  ].join('\n')
  const checked = await givenChecked(admin, file)
  expect(checked.counts).toMatchObject({ ready: 3, possible: 1, rejected: 1 })
  expect((await rowsOf(checked, 'REJECTED'))[0]?.problems.map(({ message }) => message)).toEqual([
    '“12/84” needs a year of four digits',
    '“No” names no allergy. Write what it is, ‘None known’, or nothing if nobody asked',
  ])
  const committed = await givenCommitted(admin, checked)
  const [kwame, adwoa, yaa] = await Promise.all(
    ['Kwame', 'Adwoa', 'Yaa'].map(async (name) => (await found(`Quaye ${name}`))[0]),
  )
  expect(kwame).toMatchObject({
    dateOfBirth: '1984-01-01',
    birthPrecision: 'YEAR',
    allergens: [{ certainty: 'REPORTED' }, { certainty: 'REPORTED' }],
  })
  expect(kwame?.allergens.map(({ substance }) => substance).toSorted()).toEqual([
    'Penicillin (rash)',
    'latex',
  ])
  expect(adwoa).toMatchObject({ dateOfBirth: '1990-05-01', birthPrecision: 'MONTH', allergies: 'None known' })
  expect(yaa).toMatchObject({ birthPrecision: 'DAY', allergies: null, allergens: [] })

  // A birth date that is known better may be the same person's.
  const later = await givenChecked(admin, 'Surname,First name,DOB,Sex\nQuaye,Kwame,13/06/1984,M\n')
  expect(later.counts).toMatchObject({ ready: 0, possible: 1 })
  await admin.call(discardImport, one(later))

  // Their own allergies don't keep them; those that somebody has judged since do.
  const doctor = await app.signIn('doctor')
  const [reported] = (await doctor.call(listAllergies, one(kwame ?? { id: '' }))).body.items
  await doctor.call(strikeAllergy, { ...one(reported ?? { id: '' }), body: { reason: 'Told by mistake' } })
  expect((await undone(committed)).counts).toMatchObject({ removed: 2, kept: 1 })
  expect((await rowsOf(committed, 'KEPT'))[0]?.problems.at(-1)?.message).toBe('The record has an allergy')
})

test('an undo removes whom nobody has touched, and keeps the rest with the reason', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => `Quartey,P${at},25/04/1990,F,Q-${at}`)
  const file = ['Surname,First name,DOB,Sex,National ID', ...rows].join('\r\n')
  const checked = await givenChecked(admin, file)
  const listener = new pg.Client({ connectionString: app.database.ownerUrl })
  await listener.connect()
  onTestFinished(() => listener.end())
  const told: string[] = []
  listener.on('notification', ({ payload = '' }) => void told.push(payload.split(':')[0] ?? ''))
  await listener.query('listen lantern')
  const live = await openLive(app.url, admin, `import:${checked.id}`)
  onTestFinished(() => live.close())
  const committed = await givenCommitted(admin, checked)
  expect(committed.counts).toMatchObject({ imported: 250 })
  await expect.poll(() => live.put(`import:${checked.id}`).at(-1)?.state).toBe('COMMITTED')
  // Lists hear of all together, and of no row alone.
  await expect.poll(() => told).toContain('patients-added')
  expect(told.filter((noun) => noun.startsWith('patient')).length).toBeLessThan(4)
  const [edited, deleted] = await Promise.all([found('Quartey P7'), found('Quartey P9')])
  const whom = edited.find(({ firstName }) => firstName === 'P7') ?? { id: '', version: 0 }
  await desk.call(editPatient, { ...one(whom), body: { contactNumber: '0302 555 0107' } }, ifMatch(whom))
  await admin.call(deletePatient, one(deleted.find(({ firstName }) => firstName === 'P9') ?? { id: '' }))
  // Two whom Lantern itself found to be alike are used by nobody.
  await app.asOwner(`
    insert into duplicate_pair (one_id, other_id, weight, band, because, seen)
    select min(id::text)::uuid, max(id::text)::uuid, 20, 'possible', '[]', md5('') from patient
    where last_name = 'Quartey' and first_name in ('P1', 'P2') on conflict do nothing`)
  const after = await undone(committed)
  expect(after.counts).toMatchObject({ imported: 0, removed: 249, kept: 1 })
  expect(await rowsOf(after, 'KEPT')).toMatchObject([
    { line: 9, problems: [{ message: 'The record was changed since' }], patient: { id: whom.id } },
  ])
  expect((await found('Quartey')).map(({ id }) => id)).toEqual([whom.id])
  // Their identifiers are free again.
  const again = await givenChecked(admin, file)
  expect(again.counts).toMatchObject({ ready: 249, known: 1 })
  await admin.call(discardImport, one(again))
})

test('a commit can be stopped and go on, and one import runs at a time', async () => {
  const rows = Array.from({ length: 500 }, (_, at) => `Tetteh,P${at},25/04/1990,F`)
  const checked = await givenChecked(admin, ['Surname,First name,DOB,Sex', ...rows].join('\n'))
  const other = await givenChecked(admin, twoPatients)
  const both = await Promise.all([checked, other].map((batch) => admin.call(commitImport, one(batch))))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.problem.code).toBe('import_running')
  await untilIn(admin, other, 'CHECKED', 'COMMITTED')
  await admin.call(commitImport, one(checked))
  const { body: stopped } = await admin.call(stopImport, one(checked))
  expect(stopped.state).toBe('STOPPED')
  expect(stopped.counts.ready + stopped.counts.imported).toBe(500)
  const twice = await Promise.all([1, 2].map(() => admin.call(commitImport, one(checked))))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  const committed = await untilIn(admin, checked, 'COMMITTED')
  expect(committed.counts).toMatchObject({ ready: 0, imported: 500 })
  expect((await desk.call(listPatients, { query: { search: 'Tetteh' } })).body.total).toBe(500)
})

test('somebody on record since the check is not added again', async () => {
  const checked = await givenChecked(admin, twoPatients.replaceAll('Asante', 'Mensah'))
  await givenPatient(desk, { lastName: 'MENSAH', firstName: 'Kofi', dateOfBirth: '1990-04-25' })
  expect((await givenCommitted(admin, checked)).counts).toMatchObject({ imported: 1, possible: 1 })
  expect(await found('Mensah')).toHaveLength(2)
})

test('rows are deleted 30 days after the end, and those of a discarded import the next night', async () => {
  const [ended, discarded, open] = [
    await givenCommitted(admin, await givenChecked(admin, twoPatients.replaceAll('Asante', 'Ofori'))),
    await givenRead(admin, twoPatients),
    await givenRead(admin, twoPatients),
  ]
  await admin.call(discardImport, one(discarded))
  expect(await rowsOf(discarded)).toEqual([])
  const kept = async () => {
    const rows = await app.asOwner<{ id: string }>('select distinct batch_id as id from import_row')
    return [ended, discarded, open].map(({ id }) => rows.some((row) => row.id === id))
  }
  const night = (days: number) =>
    deleteImportRows.run({
      db: app.app.lantern.db,
      clock: () => new Date(Date.now() + days * 86_400_000),
      signal: new AbortController().signal,
    })
  await night(1)
  expect(await kept()).toEqual([true, false, true])
  await night(31)
  expect(await kept()).toEqual([false, false, false])
  expect((await admin.call(undoImport, one(ended))).problem.code).toBe('import_moved_on')
  expect((await admin.call(readImport, one(ended))).body.areRowsGone).toBe(true)
})

test('only administrators import', async () => {
  const { body: batch } = await admin.call(startImport, { body: { kind: 'PATIENTS', fileName: 'x.csv' } })
  const part = { part: 1, content: '', isLast: true }
  expect((await admin.call(sendImportPart, { ...one(batch), body: part })).problem.code).toBe(
    'import_part_missing',
  )
  const refused = await desk.call(listImports)
  expect(refused.problem).toMatchObject({ status: 403, permission: 'import.manage' })
})

import { afterAll, expect, test } from 'vitest'
import {
  type AuditFilter,
  type AuditRecord,
  countNewAudit,
  exportAudit,
  exportAuditSeals,
  listAudit,
  readAuditSeal,
} from '../../../contract/hospital/audit.ts'
import { knownActions } from '../../../contract/hospital/audit-actions.ts'
import { changesIn } from '../../../contract/hospital/audit-words.ts'
import { handleDemoRequest, listDemoRequests } from '../../../contract/hospital/demo-requests.ts'
import endpointWords from '../../../contract/hospital/endpoint-words.json' with { type: 'json' }
import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import { auditWords, endpoints } from '../../../contract/nouns.ts'
import { editPatient, exportPatients, type Patient, readPatient } from '../../../contract/people/patients.ts'
import { editRole } from '../../../contract/people/roles.ts'
import { spokenTime } from '../../../contract/spoken.ts'
import { receivePurchaseOrder } from '../../../contract/store/purchase-orders.ts'
import { newAccount, offerRoles, sendSignIn, signUp, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenOrder } from '../../testing/factories/purchase-orders.ts'
import { givenRole } from '../../testing/factories/roles.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')

async function logOf(filter: AuditFilter): Promise<AuditRecord[]> {
  await app.flushAudit()
  const answer = await admin.call(listAudit, { query: { ...filter, limit: 100 } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}

async function updatePatient(
  who: typeof desk,
  patient: Patient,
  body: { contactNumber?: string; address?: string },
) {
  const answer = await who.call(editPatient, { params: { id: patient.id }, body }, ifMatch(patient))
  expect(answer.status, answer.text).toBe(200)
}

const told = (record: AuditRecord | undefined) =>
  record &&
  changesIn(record, { moment: (moment) => moment, time: (time) => spokenTime(time, '12h') }).map(
    ({ label, before, after }) => [label, before, after],
  )

async function added(filter: AuditFilter, since?: number, who = admin) {
  await app.flushAudit()
  return (await who.call(countNewAudit, { query: { ...filter, ...(since !== undefined && { since }) } })).body
}

test('who changed this patient’s phone number, and what was it before?', async () => {
  const patient = await givenPatient(desk, { contactNumber: '+1 200 555 0101' })
  await updatePatient(desk, patient, { contactNumber: '+1 200 555 0202' })
  const [change] = await logOf({ patientId: patient.id, kind: 'changed' })
  expect(change).toMatchObject({ staff: { id: desk.id }, action: 'editPatient', address: '127.0.0.1' })
  expect(told(change)).toEqual([['Contact Number', '+1 200 555 0101', '+1 200 555 0202']])
})

test('an order, what came of it and a request for a demo are told by what they are called', async () => {
  const keeper = await app.signIn('inventory_manager')
  const { id, number, lines } = await givenOrder(keeper, { isSent: true })
  const [line] = lines
  if (!line) throw new Error('no line')
  const body = { lines: [{ lineId: line.id, quantity: 4, batchNumber: 'L1', expiryDate: null }] }
  await keeper.call(receivePurchaseOrder, { params: { id }, body })
  const [received] = await logOf({ action: 'receivePurchaseOrder' })
  expect(received).toMatchObject({
    subjectId: id,
    names: { [id]: number, [line.id]: line.inventoryItemName },
  })
  expect(told(received)).toEqual([['Received', undefined, `${line.inventoryItemName}, 4`]])

  const asked = { name: 'Ines Duarte', hospital: 'Harbour Clinic', email: 'ines@harbour.example' }
  await app.visitor.send('POST', '/api/demo-requests', { body: asked })
  const [request] = (await admin.call(listDemoRequests)).body.items
  if (!request) throw new Error('no request')
  await admin.call(handleDemoRequest, { params: { id: request.id }, body: { isHandled: true } })
  const [marked] = await logOf({ action: 'handleDemoRequest' })
  expect(marked?.names).toEqual({ [request.id]: asked.hospital })
})

test('roles that were offered and settings that were changed are told with what was before, and by name', async () => {
  const somebody = await signUp(app)
  await offerRoles(admin, somebody.id, ['doctor', 'inventory_manager'])
  await offerRoles(admin, somebody.id, ['receptionist'], false)
  const [second, first] = await logOf({ action: 'editStaffMember' })
  expect(told(first)).toEqual([['Roles', 'None', 'Doctor, Inventory manager']])
  expect(told(second)).toEqual([
    ['May sign in', 'Yes', 'No'],
    ['Roles', 'Doctor, Inventory manager', 'Receptionist'],
  ])
  const { name } =
    (await app.asOwner<{ name: string }>('select name from staff where id = $1', [somebody.id]))[0] ?? {}
  expect(second?.names).toEqual({ [somebody.id]: name })

  const settings = (await admin.call(readSettings)).body
  const waitingLimitMinutes = settings.waitingLimitMinutes === 45 ? 60 : 45
  await admin.call(
    editSettings,
    { body: { waitingLimitMinutes, cleansAfterDischarge: !settings.cleansAfterDischarge } },
    ifMatch(settings),
  )
  const [edited] = await logOf({ action: 'editSettings' })
  expect(told(edited)).toContainEqual([
    'Notify when a patient waits longer than',
    settings.waitingLimitMinutes === null ? 'Never' : `${settings.waitingLimitMinutes} minutes`,
    `${waitingLimitMinutes} minutes`,
  ])
})

test('a role of the hospital’s own is told by what it allows, and by its first title where it is offered', async () => {
  const role = await givenRole(admin, { title: 'Night porter', permissions: ['patient.view', 'bed.view'] })
  await admin.call(
    editRole,
    { params: { id: role.id }, body: { title: 'Porter', permissions: ['bed.view'] } },
    ifMatch(role),
  )
  const somebody = await signUp(app)
  await offerRoles(admin, somebody.id, [role.name])
  const [added] = await logOf({ action: 'addRole' })
  expect(told(added)).toEqual([
    ['Title', undefined, 'Night porter'],
    ['Permissions', undefined, 'See the dashboard, Find and see patients, See beds and admissions'],
  ])
  const [edited] = await logOf({ action: 'editRole' })
  expect(told(edited)).toEqual([
    ['Title', 'Night porter', 'Porter'],
    [
      'Permissions',
      'See the dashboard, Find and see patients, See beds and admissions',
      'See the dashboard, See beds and admissions',
    ],
  ])
  const [offered] = await logOf({ action: 'editStaffMember' })
  expect(told(offered)).toEqual([['Roles', 'None', 'Night porter']])
})

test('an export of the trail is on record with each patient whom it can name', async () => {
  const patient = await givenPatient(desk)
  const exports = async () =>
    (await logOf({ patientId: patient.id, kind: 'exported' })).map(({ changes }) => changes)
  await admin.call(exportAudit, { query: { to: '2020-01-01' } })
  expect(await exports()).toEqual([])
  await admin.call(exportAudit, { query: { staffId: desk.id } })
  await admin.call(exportAudit, { query: { patientId: patient.id } })
  const both = [{ exported: { patientId: patient.id } }, { exported: { staffId: desk.id } }]
  expect(await exports()).toEqual(both)
  const whole = await logOf({ patientId: patient.id })
  expect(whole.filter(({ action }) => action === 'exportAudit').map(({ changes }) => changes)).toEqual(both)
  const later = await givenPatient(desk)
  expect(await logOf({ patientId: later.id, kind: 'exported' })).toEqual([])
})

test('a sign-in that failed is found with the account that it aimed at', async () => {
  const account = newAccount()
  const { id } = await signUp(app, account)
  await sendSignIn(app, { ...account, password: 'guessed-wrongly' })
  const [failed] = await logOf({ kind: 'refused', action: 'signIn' })
  expect(failed).toMatchObject({ staff: null, subjectId: id, outcome: 'invalid_email_or_password' })
  expect(failed?.names[id]).toContain(account.lastName)
})

test('what is added while one reads is counted, as far as it matches, and what one reads oneself is not', async () => {
  const [patient, stranger] = [await givenPatient(desk), await givenPatient(desk)]
  const { newest, count } = await added({})
  expect(count).toBe(0)
  await desk.call(readPatient, { params: { id: patient.id } })
  await desk.call(readPatient, { params: { id: stranger.id } })
  await logOf({ patientId: patient.id })
  await admin.call(readPatient, { params: { id: patient.id } })
  expect(await added({}, newest)).toMatchObject({ count: 2, countIsAtLeast: false })
  expect(await added({ patientId: patient.id }, newest)).toMatchObject({ count: 1 })
  expect(await added({ patientId: patient.id, kind: 'changed' }, newest)).toMatchObject({ count: 0 })
  expect(await added({ staffId: admin.id }, newest)).toMatchObject({ count: 0 })
  expect(await added({}, (await added({})).newest)).toMatchObject({ count: 0 })
  // Somebody else’s reading of the trail is news.
  const other = await app.signIn('admin')
  expect((await added({ action: 'listAudit' }, newest, other)).count).toBe(1)
})

test('the log is exported as it is filtered, in words, safe for spreadsheets, and that is on record', async () => {
  const patient = await givenPatient(desk, { lastName: 'Exported', address: '=HYPERLINK("x")' })
  await updatePatient(desk, patient, { address: '@SUM(1)' })
  for (let times = 0; times < 3; times++) await desk.call(readPatient, { params: { id: patient.id } })
  await app.flushAudit()
  const query = { patientId: patient.id, kind: 'changed' } as const
  const { text, headers } = await admin.call(exportAudit, { query })
  expect(headers.get('content-disposition')).toContain('audit-log.csv')
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toBe(
    'Date and Time,Time (UTC),Until,Person,Kind,Action,Outcome,About,Patients,Number of Patients,Changes,Address,Request',
  )
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('Edited the record')
  expect(lines[1]).toContain(patient.mrn)
  // Within the cell, and where a spreadsheet would split it.
  expect(lines[1]).not.toMatch(/(^|[;"\t])[=@]/)
  const [entry] = await logOf({ action: 'exportAudit' })
  expect(entry).toMatchObject({ kind: 'exported', subjectId: patient.id, changes: { exported: query } })
})

test('more than a page is exported to its end, each entry once', async () => {
  const somebody = await app.signIn('receptionist')
  await app.asOwner(
    `insert into audit_entry (at, staff_id, action, request_id)
     select now() - n / 7 * interval '1 s', $1, 'listBeds', 'many' || n from generate_series(1, 1200) n`,
    [somebody.id],
  )
  const { text } = await admin.call(exportAudit, { query: { staffId: somebody.id, action: 'listBeds' } })
  expect(new Set(text.match(/many\d+/g)).size).toBe(1200)
  expect(text.trim().split('\r\n')).toHaveLength(1201)
})

test('what left the hospital and what was refused is found among everything', async () => {
  await desk.call(exportPatients, { query: { gender: 'OTHER' } })
  await desk.call(listAudit, { query: {} })
  expect((await logOf({ kind: 'exported' }))[0]).toMatchObject({ action: expect.stringMatching(/^export/) })
  expect((await logOf({ kind: 'refused' }))[0]).toMatchObject({ action: 'listAudit', outcome: 'forbidden' })
})

test('a server that knows no key says that nothing is sealed', async () => {
  const { body } = await admin.call(readAuditSeal)
  expect(body).toEqual({
    publicKey: null,
    last: null,
    unsealedSince: null,
    lately: { seals: 0, rows: 0, faults: [], beforeRestore: null },
  })
  expect((await admin.call(exportAuditSeals)).text).toBe('')
})

test('what was done to an account is found by it, failed sign-ins too, whoever did it', async () => {
  const account = newAccount()
  const somebody = await signUp(app, account)
  await offerRoles(admin, somebody.id, ['doctor'])
  await sendSignIn(app, { email: account.email, password: 'not-the-password' })
  await desk.call(readPatient, { params: { id: (await givenPatient(desk)).id } })
  const told = await logOf({ accountId: somebody.id })
  expect(told.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['signIn', 'invalid_email_or_password'],
    ['editStaffMember', 'done'],
  ])
  expect(await logOf({ accountId: somebody.id, staffId: admin.id })).toHaveLength(1)
  expect(await added({ accountId: somebody.id }, 0)).toMatchObject({ count: 2 })
})

test('what the trail can tell can be looked for, in words', () => {
  const leaving = endpoints.filter(
    ({ kind, namesPatients, isWholeList, download }) =>
      kind !== 'read' || namesPatients || isWholeList || download,
  )
  expect(leaving.map(({ name }) => name).filter((name) => !knownActions.includes(name))).toEqual([])
})

test('the words of the nouns, and no others, are the ones that npm run types collected', () => {
  expect(endpointWords).toEqual(auditWords)
  const names = endpoints.map(({ name }) => name)
  expect(Object.keys(auditWords).filter((name) => !names.includes(name))).toEqual([])
})

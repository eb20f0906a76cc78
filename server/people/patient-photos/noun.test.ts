import { afterAll, expect, test, vi } from 'vitest'
import {
  readPatientPhoto,
  removePatientPhoto,
  savePatientPhoto,
} from '../../../contract/people/patient-photos.ts'
import { deletePatient, editPatient, readPatient } from '../../../contract/people/patients.ts'
import { startApp } from '../../testing/app.ts'
import { type Client, ifMatch } from '../../testing/client.ts'
import { givenPhoto, jpeg } from '../../testing/factories/patients/patient-photos.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { restrict } from '../../testing/factories/patients/restricted-records.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const [desk, colleague, doctor, keeper] = [
  await app.signIn('receptionist'),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
  await app.signIn('inventory_manager'),
]
const at = ({ id }: { id: string }) => ({ params: { id } })
const save = (who: Client, patient: { id: string }, photo: Buffer | string, seen: string | null = null) =>
  who.call(savePatientPhoto, { ...at(patient), body: { photo: Buffer.from(photo).toString('base64'), seen } })
const remove = (who: Client, patient: { id: string }, seen: string) =>
  who.call(removePatientPhoto, { ...at(patient), body: { seen } })
const markOf = async (patient: { id: string }) => (await doctor.call(readPatient, at(patient))).body.photoMark
/** The bytes of the photo, with the answer's headers. */
async function download(patient: { id: string }, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/api/patients/${patient.id}/photo`, {
    headers: { authorization: `Bearer ${doctor.token}`, ...headers },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a photo is saved and sent as it is, privately, and not again to who has it', async () => {
  const patient = await givenPatient(desk)
  expect(patient.photoMark).toBeNull()
  const none = await doctor.call(readPatientPhoto, at(patient))
  expect(none.problem).toMatchObject({ status: 404, code: 'patient_has_no_photo' })
  const photo = jpeg()
  const { body, status } = await save(desk, patient, photo)
  expect(status).toBe(200)
  expect(body).toEqual({ id: patient.id, photoMark: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect(await markOf(patient)).toBe(body.photoMark)
  const sent = await download(patient)
  expect(sent.bytes.equals(photo)).toBe(true)
  expect(Object.fromEntries(sent.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="photo.jpg"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    etag: `"${body.photoMark}"`,
  })
  expect(Date.now() - Date.parse(sent.headers.get('last-modified') ?? '')).toBeLessThan(60_000)
  const again = await download(patient, { 'if-none-match': `"${body.photoMark}"` })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
  await app.flushAudit()
  const trail = await app.asOwner(
    `select action, changes from audit_entry where patient_ids = $1 and action like '%Photo' and outcome = 'done' order by at`,
    [[patient.id]],
  )
  expect(trail).toEqual([
    { action: 'savePatientPhoto', changes: { photoMark: [null, body.photoMark] } },
    { action: 'readPatientPhoto', changes: null },
    { action: 'readPatientPhoto', changes: null },
  ])
})

test.each([
  ['a text', 'Not a picture', 'photo_not_jpeg', 'This file is not a JPEG picture. Choose another photo.'],
  [
    'a PNG',
    Buffer.from('\x89PNG\r\n\x1a\n0000IHDR', 'latin1'),
    'photo_not_jpeg',
    'This file is not a JPEG picture. Choose another photo.',
  ],
  ['a JPEG that ends early', jpeg().subarray(0, 20), 'photo_not_jpeg', expect.any(String)],
  [
    'a large file',
    jpeg({ picture: '.'.repeat(102_400) }),
    'photo_too_large',
    'The photo is larger than 100 kB. Choose a smaller one.',
  ],
  [
    'few pixels',
    jpeg({ height: 95 }),
    'photo_wrong_dimensions',
    'The photo has 320 × 95 pixels. Each side must have 96 to 1024.',
  ],
  ['a bomb', jpeg({ width: 65_535, height: 65_535 }), 'photo_wrong_dimensions', expect.any(String)],
])('%s is refused with a sentence', async (_, photo, code, detail) => {
  const patient = await givenPatient(desk)
  expect((await save(desk, patient, photo)).problem).toMatchObject({ status: 422, code, detail })
  expect(await markOf(patient)).toBeNull()
})

test('the database takes no larger photo and no other file', async () => {
  const patient = await givenPatient(desk)
  const insert = (image: string) =>
    app.asOwner(`insert into patient_photo (patient_id, image, taken_by) values ($1, ${image}, $2)`, [
      patient.id,
      desk.id,
    ])
  await expect(insert(`'\\xffd8ff' || convert_to(repeat('.', 102398), 'utf8')`)).rejects.toThrow(
    'patient_photo_is_small',
  )
  await expect(insert(`'GIF89a'`)).rejects.toThrow('patient_photo_is_jpeg')
})

test('where and how a photo was taken is dropped', async () => {
  const patient = await givenPatient(desk)
  const told = jpeg({
    picture: 'the picture',
    segments: [
      [0xe0, 'JFIF'],
      [0xe1, 'Exif with the place'],
      [0xee, 'Adobe'],
      [0xfe, 'A comment'],
    ],
  })
  await givenPhoto(desk, patient, Buffer.concat([told, Buffer.from('a film behind it')]))
  const plain = jpeg({
    picture: 'the picture',
    segments: [
      [0xe0, 'JFIF'],
      [0xee, 'Adobe'],
    ],
  })
  expect((await download(patient)).bytes.equals(plain)).toBe(true)
})

test('of two who save a photo at once, the second is told to look at the first', async () => {
  const patient = await givenPatient(desk)
  const answers = await Promise.all([save(desk, patient, jpeg()), save(colleague, patient, jpeg())])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.problem).toMatchObject({
    code: 'photo_changed',
    detail: 'A colleague has saved another photo of this patient. Look at it, then try again.',
  })
  const mark = await markOf(patient)
  const next = (await save(colleague, patient, jpeg(), mark)).body.photoMark
  expect((await remove(desk, patient, mark ?? '')).problem.code).toBe('photo_changed')
  expect((await remove(desk, patient, next ?? '')).body).toEqual({ id: patient.id, photoMark: null })
  expect((await save(desk, patient, jpeg(), next)).problem.detail).toBe(
    'A colleague has removed this patient’s photo. Look at the record, then try again.',
  )
  expect(await app.asOwner('select from patient_photo where patient_id = $1', [patient.id])).toEqual([])
})

test('another screen is told of the new photo, and an open edit of the record is not in its way', async () => {
  const patient = await givenPatient(desk)
  const stream = await openLive(app.url, doctor, `patient:${patient.id}`)
  const mark = await givenPhoto(desk, patient)
  await vi.waitFor(() => expect(JSON.stringify(stream.events)).toContain(`"photoMark":"${mark}"`))
  stream.close()
  const edited = await desk.call(
    editPatient,
    { ...at(patient), body: { address: '2 Harbour Street' } },
    ifMatch(patient),
  )
  expect(edited.body).toMatchObject({ address: '2 Harbour Street', photoMark: mark })
})

test('who may see the patient sees the photo, of a restricted record too, which only who opened it changes', async () => {
  const patient = await givenPatient(desk)
  const mark = await givenPhoto(desk, patient)
  expect((await keeper.call(readPatientPhoto, at(patient))).status).toBe(403)
  expect((await save(doctor, patient, jpeg(), mark)).status).toBe(403)
  await restrict(admin, patient, [])
  expect((await download(patient)).status).toBe(200)
  expect(await markOf(patient)).toBe(mark)
  expect((await save(desk, patient, jpeg(), mark)).problem.code).toBe('reason_needed')
  expect((await remove(desk, patient, mark)).problem.code).toBe('reason_needed')
})

test('a removed record shows no photo', async () => {
  const patient = await givenPatient(desk)
  const mark = await givenPhoto(desk, patient)
  await admin.call(deletePatient, at(patient))
  for (const call of [doctor.call(readPatientPhoto, at(patient)), remove(desk, patient, mark)])
    expect((await call).status).toBe(404)
})

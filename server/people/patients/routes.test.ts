import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Page } from '../../../contract/api/page.ts'
import { cancelAppointment, readAppointment } from '../../../contract/front-desk/appointments.ts'
import {
  deletePatient,
  editPatient,
  exportPatients,
  listPatients,
  type Patient,
  patientSortKeys,
  readPatient,
  summarizePatients,
} from '../../../contract/people/patients.ts'
import { findProbableDuplicates, previewMrn, registerPatient } from '../../../contract/people/registration.ts'
import { startApp } from '../../testing/app.ts'
import { type Answer, idempotent, ifMatch } from '../../testing/client.ts'
import { daysAfter, utcToday } from '../../testing/days.ts'
import { change, givenAppointment } from '../../testing/factories/appointments.ts'
import { givenPatient, patientForm } from '../../testing/factories/patients/patients.ts'
import { changesHeard, openLive } from '../../testing/live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
const nobody = '00000000-0000-4000-8000-000000000000'

describe('registering', () => {
  test('the first patients of a hospital get MRN1000, MRN1001, …, as the preview said', async () => {
    expect((await desk.call(previewMrn)).body).toEqual({ mrn: 'MRN1000' })
    expect((await givenPatient(desk)).mrn).toBe('MRN1000')
    expect((await givenPatient(admin, { allergies: null })).mrn).toBe('MRN1001')
    expect((await desk.call(previewMrn)).body).toEqual({ mrn: 'MRN1002' })
  })

  test('keeps what was typed, trimmed, and what was left out as not there', async () => {
    const typed = patientForm({ firstName: ' Søren ', contactNumber: ' (030) 555-010 ext. 8 ' })
    const patient = (await desk.call(registerPatient, { body: typed })).body
    expect(patient).toMatchObject({
      ...typed,
      firstName: 'Søren',
      contactNumber: '(030) 555-010 ext. 8',
      version: 1,
    })
    const { email, bloodGroup, allergies, medicalHistory, ...least } = patientForm()
    expect([email, bloodGroup, allergies, medicalHistory].every(Boolean)).toBe(true)
    const bare = (await desk.call(registerPatient, { body: { ...least, email: '', allergies: ' ' } })).body
    expect(bare).toMatchObject({ email: null, bloodGroup: null, allergies: null, medicalHistory: null })
    expect((await doctor.call(readPatient, { params: { id: bare.id } })).body).toEqual(bare)
  })

  test('gives the server’s MRN whatever the form says', async () => {
    const patient = await givenPatient(desk, { mrn: 'MRN0001' })
    expect(patient.mrn).not.toBe('MRN0001')
  })

  test('never gives an MRN again: not after a deletion, a refusal or a failure', async () => {
    const first = await givenPatient(desk)
    await admin.call(deletePatient, { params: { id: first.id } })
    expect((await desk.call(registerPatient, { body: patientForm({ gender: 'X' as 'OTHER' }) })).status).toBe(
      422,
    )
    await app.asOwner(`alter table patient add constraint planted check (last_name <> 'Refused') not valid`)
    const failed = await desk.call(registerPatient, { body: patientForm({ lastName: 'Refused' }) })
    await app.asOwner('alter table patient drop constraint planted')
    expect(failed.status).toBe(500)
    const second = await givenPatient(desk)
    expect(numberOf(second)).toBe(numberOf(first) + 1)
  })

  test('goes on from MRN9999 with MRN10000, and sorts by number', async () => {
    const [{ last_number: before } = { last_number: 0 }] = await app.asOwner<{ last_number: number }>(
      'select last_number from mrn_counter',
    )
    await app.asOwner('update mrn_counter set last_number = 9997')
    const surname = { lastName: 'Rollover' }
    const made = [
      await givenPatient(desk, surname),
      await givenPatient(desk, surname),
      await givenPatient(desk, surname),
    ]
    expect(made.map(({ mrn }) => mrn)).toEqual(['MRN9998', 'MRN9999', 'MRN10000'])
    const sorted = await list({ search: 'rollover', sort: 'mrn' })
    expect(sorted.map(({ mrn }) => mrn)).toEqual(['MRN9998', 'MRN9999', 'MRN10000'])
    expect((await list({ search: 'mrn10000' })).map(({ id }) => id)).toEqual([made[2]?.id])
    expect(before).toBeLessThan(9997)
  })

  test.each([
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['dateOfBirth', 'Date of birth is required'],
    ['gender', 'Gender is required'],
    ['contactNumber', 'Contact number is required'],
    ['address', 'Address is required'],
  ])('without %s says: %s', async (field, message) => {
    const { [field as 'firstName']: _, ...without } = patientForm()
    for (const body of [without, { ...without, [field]: '' }, { ...without, [field]: '   ' }]) {
      const refused = await desk.send('POST', '/api/patients', { body })
      expect(refused.problem).toMatchObject({ status: 422, code: 'invalid_input', detail: message })
      expect(refused.problem.errors).toEqual([{ path: field, message }])
    }
  })

  test('tells all that is wrong at once', async () => {
    const refused = await desk.send('POST', '/api/patients', { body: {} })
    expect(refused.problem.errors?.map(({ path }) => path)).toEqual([
      'firstName',
      'lastName',
      'dateOfBirth',
      'gender',
      'contactNumber',
      'address',
    ])
    expect(refused.problem.detail).toBe('First name is required (and 5 more)')
  })

  test.each([
    ['email', 'not-an-address', 'Invalid email address'],
    ['email', 'a@b', 'Invalid email address'],
    ['dateOfBirth', daysAfter(utcToday(), 2), 'Date of birth can’t be in the future'],
    ['dateOfBirth', '2024-02-30', 'Enter a valid date, e.g. 2026-11-21'],
    ['dateOfBirth', '1849-12-31', 'Enter a date between 1850 and 2200'],
    ['dateOfBirth', '2000-01-01T00:00:00Z', 'Enter a valid date, e.g. 2026-11-21'],
    ['contactNumber', 'none', 'Contact number must contain digits'],
    ['contactNumber', '<b>123</b>', 'Contact number must contain digits'],
    ['bloodGroup', 'C+', 'Choose one of the eight blood groups'],
    ['firstName', 'x'.repeat(101), 'At most 100 characters'],
    ['firstName', 'Null\u0000byte', 'Contains characters that can’t be shown'],
  ])('with %s %j says: %s', async (field, value, message) => {
    const body = { ...patientForm(), [field]: value }
    const refused = await desk.send('POST', '/api/patients', { body })
    expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: field, message }] })
  })

  test('is not kept busy by a phone number of a quarter of a million digits', async () => {
    // Processor time, because it does not include other work of the machine.
    const workFor = async (contactNumber: string) => {
      const before = process.cpuUsage()
      const { status } = await desk.call(registerPatient, { body: patientForm({ contactNumber }) })
      const { user, system } = process.cpuUsage(before)
      expect(status).toBe(422)
      return user + system
    }
    const letters = await workFor(`${'x'.repeat(250_000)}!`)
    const digits = await workFor(`${'1'.repeat(250_000)}!`)
    expect(digits / letters).toBeLessThan(50)
  })

  test('with the same key again answers the same and makes nothing', async () => {
    const body = patientForm({ allergies: null })
    const key = idempotent()
    const first = await desk.call(registerPatient, { body }, key)
    const total = (await desk.call(listPatients)).body.total
    const again = await desk.call(registerPatient, { body }, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect((await desk.call(listPatients)).body.total).toBe(total)
    const other = await desk.call(registerPatient, { body: { ...body, firstName: 'Else' } }, key)
    expect(other.problem).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    // Another person's key of the same name is another key.
    expect((await admin.call(registerPatient, { body }, key)).body.id).not.toBe(first.body.id)
  })
})

describe('finding', () => {
  beforeAll(async () => {
    await givenPatient(desk, {
      firstName: 'Zoë',
      lastName: 'Müller-Ångström',
      contactNumber: '+49 (0)89 / 1234-5678',
      email: 'zoe.m@klinik.example',
      gender: 'OTHER',
    })
    await givenPatient(desk, {
      firstName: 'José',
      lastName: 'Straße',
      contactNumber: '089 12345679',
      email: 'jose@100%.example.org'.replace('%', ''),
    })
    await givenPatient(desk, { firstName: '100% sure', lastName: 'Under_score', email: 'us@example.net' })
    await givenPatient(desk, { firstName: '100 sure', lastName: 'Under score', email: 'u.s@example.net' })
    await givenPatient(desk, { firstName: 'Back\\slash', lastName: 'İstanbul', email: 'b@example.net' })
  })
  const names = async (search: string) => (await list({ search })).map(({ firstName }) => firstName)

  test.each([
    ['ller-ang', ['Zoë']],
    ['MÜLLER', ['Zoë']],
    ['muller', ['Zoë']],
    ['zoe muller', ['Zoë']],
    ['müller zoë', ['Zoë']],
    ['angstrom  zoe', ['Zoë']],
    ['strasse', ['José']],
    ['STRASSE jose', ['José']],
    ['istanbul', ['Back\\slash']],
    ['zoe.m@KLINIK', ['Zoë']],
    ['+49 89 12345678', ['Zoë']],
    ['089 12345678', ['Zoë']],
    ['0049-89-12345678', ['Zoë']],
    ['8912345678', ['Zoë']],
    ['345678', ['Zoë']],
    ['+49 89 12345679', ['José']],
    ['(089) 1234 5679', ['José']],
    // The whole text has to match, not only its rarest part.
    ['zoe.m@klinik.example', ['Zoë']],
    ['zoe.m@hospital.example', []],
    ['+49 89 99345678', []],
    ['MRN345678', []],
    ['100%', ['100% sure']],
    ['under_score', ['100% sure']],
    // Each word is matched separately.
    ['under score', ['100 sure', '100% sure']],
    ['k\\s', ['Back\\slash']],
    ['nobody of that name', []],
    ['%%%', []],
    ['\u0000zoe', ['Zoë']],
  ])('%j finds %j', async (search, expected) => {
    const found = await names(search)
    expect(found.toSorted()).toEqual(expected.toSorted())
  })

  test('part of an MRN finds it, and an empty search everybody', async () => {
    const { mrn, id } = await givenPatient(desk)
    for (const search of [mrn, mrn.toLowerCase(), mrn.slice(2)]) {
      expect((await list({ search })).map((patient) => patient.id)).toContain(id)
    }
    const everybody = (await desk.call(listPatients, { query: { search: '  ' } })).body.total
    expect(everybody).toBe((await desk.call(listPatients)).body.total)
  })

  test('by gender counts and lists that gender', async () => {
    const { body } = await desk.call(listPatients, { query: { gender: 'OTHER', limit: 200 } })
    expect(body.items.length).toBeGreaterThan(0)
    expect(body.total).toBe(body.items.length)
    expect(new Set(body.items.map(({ gender }) => gender))).toEqual(new Set(['OTHER']))
    const both = await desk.call(listPatients, { query: { gender: 'OTHER', search: 'müller' } })
    expect(both.body.total).toBe(1)
    const [{ current } = { current: 0 }] = await app.asOwner<{ current: number }>(
      `select count(*)::int as current from patient where gender = 'OTHER' and retired_at is null`,
    )
    expect(body.total).toBe(current)
  })

  describe.each(patientSortKeys.flatMap((sort) => (['asc', 'desc'] as const).map((way) => ({ sort, way }))))(
    'sorted by $sort $way',
    ({ sort, way }) => {
      const query = { sort, direction: way, limit: 4 } as const

      test('pages and cursors give everybody once, in the same order', async () => {
        const all = await list({ sort, direction: way, limit: 200 })
        const byPage: Patient[] = []
        const byCursor: Patient[] = []
        let cursor: string | null = null
        for (let page = 1; page <= Math.ceil(all.length / 4); page++) {
          byPage.push(...(await desk.call(listPatients, { query: { ...query, page } })).body.items)
          const at: { cursor?: string } = cursor === null ? {} : { cursor }
          const following: Answer<Page<Patient>> = await desk.call(listPatients, {
            query: { ...query, ...at },
          })
          byCursor.push(...following.body.items)
          cursor = following.body.nextCursor
        }
        expect(cursor).toBeNull()
        expect(byPage).toEqual(all)
        expect(byCursor).toEqual(all)
        const sign = way === 'asc' ? 1 : -1
        const key = (patient: Patient) => (sort === 'mrn' ? numberOf(patient) : folded(patient[sort]))
        for (const [index, patient] of all.slice(1).entries()) {
          const earlier = key(all[index] ?? patient)
          const order = earlier < key(patient) ? -1 : earlier > key(patient) ? 1 : 0
          expect(order * sign, `${earlier} before ${key(patient)}`).toBeLessThanOrEqual(0)
        }
      })
    },
  )

  test('beyond the last page is an empty page that still knows the total', async () => {
    const total = (await desk.call(listPatients)).body.total
    for (const query of [{ page: 1000 }, { page: 1000, search: 'a' }]) {
      const { body } = await desk.call(listPatients, { query })
      expect(body.items).toEqual([])
      expect(body.nextCursor).toBeNull()
      expect(body.total).toBeGreaterThan(0)
    }
    expect((await desk.call(listPatients, { query: { page: 1000 } })).body.total).toBe(total)
  })

  test.each(['nonsense', 'W10', 'WyJhIl0', Buffer.from('["a","b","c"]').toString('base64url')])(
    'with the cursor %j of another list is refused',
    async (cursor) => {
      const refused = await desk.call(listPatients, { query: { cursor } })
      expect(refused.problem).toMatchObject({ status: 422, errors: [{ path: 'cursor' }] })
    },
  )
})

describe('probable duplicates', () => {
  test('are those with the same name and birth date, or the same phone in any notation', async () => {
    const { id, ...known } = await givenPatient(desk, {
      firstName: 'Renée',
      lastName: 'Dupont',
      contactNumber: '+33 1 23 45 67 89',
    })
    const find = async (typed: object) => {
      const answer = await desk.send('POST', '/api/patients/duplicates', { body: typed })
      return (answer.body as { id: string; because: string }[]).map((one) => [one.id, one.because])
    }
    const name = { firstName: 'renee', lastName: 'DUPONT', dateOfBirth: known.dateOfBirth }
    expect(await find(name)).toEqual([[id, 'name']])
    expect(await find({ contactNumber: '01-23-45-67-89' })).toEqual([[id, 'phone']])
    expect(await find({ ...name, contactNumber: '0123456789' })).toEqual([[id, 'both']])
    expect(await find({ ...name, dateOfBirth: '1999-09-09' })).toEqual([])
    expect(await find({ firstName: 'Renée', lastName: 'Dupont' })).toEqual([])
    expect(await find({ contactNumber: '6789' })).toEqual([])
    expect(await find({})).toEqual([])
    await admin.call(deletePatient, { params: { id } })
    expect(await find(name)).toEqual([])
  })

  test('are found by a number of six digits, as a small town may have it, and not by fewer', async () => {
    const [six, five] = [
      await givenPatient(desk, { contactNumber: '44 55 66' }),
      await givenPatient(desk, { contactNumber: '44 55 6' }),
    ]
    const find = async ({ contactNumber }: { contactNumber: string }) =>
      (await desk.call(findProbableDuplicates, { body: { contactNumber } })).body.map(({ id }) => id)
    expect(await find({ contactNumber: '445-566' })).toEqual([six.id])
    expect(await find(five)).toEqual([])
  })

  test('are at most five, the latest first', async () => {
    const made: string[] = []
    for (let count = 0; count < 7; count++)
      made.push((await givenPatient(desk, { contactNumber: '5550001111' })).id)
    const { body } = await desk.call(findProbableDuplicates, { body: { contactNumber: '555-000-1111' } })
    expect(body.map(({ id }) => id)).toEqual(made.toReversed().slice(0, 5))
  })

  test('of the same name come before any number of others who share the phone', async () => {
    const shared = { contactNumber: '5550002222' }
    const earlier = await givenPatient(desk, { ...shared, firstName: 'Lakshmi', lastName: 'Iyengar' })
    for (let count = 0; count < 5; count++) await givenPatient(desk, shared)
    const { firstName, lastName, dateOfBirth } = earlier
    const { body } = await desk.call(findProbableDuplicates, {
      body: { ...shared, firstName, lastName, dateOfBirth },
    })
    expect(body.map(({ because }) => because)).toEqual(['both', 'phone', 'phone', 'phone', 'phone'])
    expect(body[0]?.id).toBe(earlier.id)
  })
})

describe('editing', () => {
  test('changes the record, counts its version up and says in the audit what was before', async () => {
    const patient = await givenPatient(desk)
    const read = await desk.call(readPatient, { params: { id: patient.id } })
    expect(read.headers.get('etag')).toBe('"1"')
    const body = { ...formOf(patient), id: patient.id, mrn: patient.mrn, lastName: 'Married' }
    const edited = await desk.call(editPatient, { params: { id: patient.id }, body }, ifMatch(patient))
    expect(edited.headers.get('etag')).toBe('"2"')
    expect(edited.body).toEqual({
      ...patient,
      lastName: 'Married',
      version: 2,
      updatedAt: edited.body.updatedAt,
    })
    expect(edited.body.updatedAt > patient.updatedAt).toBe(true)
    const entries = await app.asOwner(
      `select staff_id, changes from audit_entry where action = 'editPatient' and subject_id = $1`,
      [patient.id],
    )
    expect(entries).toEqual([{ staff_id: desk.id, changes: { lastName: [patient.lastName, 'Married'] } }])
    expect((await list({ search: 'married' })).map(({ id }) => id)).toContain(patient.id)
  })

  test('without saying which version was read is refused', async () => {
    const patient = await givenPatient(desk)
    const params = { id: patient.id }
    const versions: Record<string, string>[] = [
      { accept: '*/*' },
      { 'if-match': '*' },
      { 'if-match': '1' },
      { 'if-match': '"x"' },
    ]
    for (const headers of versions) {
      const refused = await desk.call(editPatient, { params, body: patientForm() }, { headers })
      expect(refused.problem).toMatchObject({ status: 428, code: 'version_required' })
    }
    expect((await desk.call(readPatient, { params })).body).toEqual(patient)
  })

  test('on an old version is refused and shows what the record is now, who changed it and when', async () => {
    const patient = await givenPatient(desk)
    const params = { id: patient.id }
    const before = Date.now()
    const first = await admin.call(
      editPatient,
      { params, body: { ...formOf(patient), address: 'New address 1' } },
      ifMatch(patient),
    )
    const after = Date.now()
    const stale = await desk.call(
      editPatient,
      { params, body: { ...formOf(patient), firstName: 'Mine' } },
      ifMatch(patient),
    )
    const { firstName, lastName } = await admin.me()
    expect(stale.problem).toMatchObject({
      status: 412,
      code: 'stale_version',
      detail: `${firstName} ${lastName} changed this patient’s record. Your changes are kept.`,
      current: first.body,
      changedBy: `${firstName} ${lastName}`,
    })
    const changedAt = Date.parse(stale.problem.changedAt ?? '')
    expect(changedAt).toBeGreaterThanOrEqual(before)
    expect(changedAt).toBeLessThanOrEqual(after)
    expect((await desk.call(readPatient, { params })).body).toEqual(first.body)
    const again = await desk.call(editPatient, { params, body: formOf(patient) }, ifMatch(first.body))
    expect(again.body.version).toBe(3)
  })

  test('by an admin changes all and reports no allergies, as registering does', async () => {
    const patient = await givenPatient(desk, { allergies: 'Penicillin' })
    const params = { id: patient.id }
    const edit = (by: typeof admin, more: object, of: { version: number } = patient) =>
      by.call(editPatient, { params, body: { ...formOf(patient), ...more } }, ifMatch(of))
    const forbidden = { status: 403, code: 'forbidden', permission: 'allergy.report' }
    for (const allergies of ['Shellfish', 'None known', 'Penicillin, latex']) {
      expect((await edit(admin, { allergies, address: '3 Elm Road' })).problem).toMatchObject(forbidden)
      const body = patientForm({ allergies })
      expect((await admin.call(registerPatient, { body })).problem).toMatchObject(forbidden)
    }
    expect((await desk.call(readPatient, { params })).body).toEqual(patient)
    const renamed = await edit(admin, { address: '3 Elm Road' })
    expect(renamed.body).toMatchObject({ address: '3 Elm Road', allergies: 'Penicillin' })
    const noted = await edit(desk, { allergies: 'Penicillin, latex' }, renamed.body)
    expect(noted.body.allergies).toBe('Penicillin, latex')
    // Reception has changed the allergies, so the administrator's form is out of date.
    const stale = await edit(admin, { address: '4 Elm Road' }, renamed.body)
    expect(stale.problem).toMatchObject({ status: 412, current: { allergies: 'Penicillin, latex' } })
  })

  test('can change neither the MRN nor whose record it is', async () => {
    const patient = await givenPatient(desk)
    const params = { id: patient.id }
    const edit = (more: object) =>
      desk.call(editPatient, { params, body: { ...formOf(patient), ...more } }, ifMatch(patient))
    expect((await edit({ mrn: 'MRN0001' })).problem.errors).toEqual([
      { path: 'mrn', message: 'The MRN can’t be changed' },
    ])
    expect((await edit({ id: nobody })).problem.errors).toEqual([
      { path: 'id', message: 'This is another patient’s id' },
    ])
    expect((await edit({ dateOfBirth: daysAfter(utcToday(), 2) })).problem.status).toBe(422)
    expect((await desk.call(readPatient, { params })).body).toEqual(patient)
  })

  test('of a record that is not there is told', async () => {
    const gone = await givenPatient(desk)
    await admin.call(deletePatient, { params: { id: gone.id } })
    for (const id of [gone.id, nobody]) {
      const edit = await desk.call(editPatient, { params: { id }, body: patientForm() }, ifMatch(gone))
      const read = await desk.call(readPatient, { params: { id } })
      const again = await admin.call(deletePatient, { params: { id } })
      for (const answer of [edit, read, again]) {
        expect(answer.problem).toMatchObject({
          status: 404,
          code: 'not_found',
          detail: 'This patient’s record doesn’t exist or has been removed.',
        })
      }
    }
  })
})

describe('a birth date of which only the month or the year is known', () => {
  const year = { dateOfBirth: '1931-01-01', birthPrecision: 'YEAR' } as const
  const month = { dateOfBirth: '1931-05-01', birthPrecision: 'MONTH' } as const
  const day = { dateOfBirth: '1931-05-12' }

  test('is the first day of it; a day that is made up is refused, and an older client leaves it as it is', async () => {
    const patient = await givenPatient(desk, year)
    expect(patient).toMatchObject(year)
    expect((await givenPatient(desk)).birthPrecision).toBe('DAY')
    const firstDay = {
      path: 'dateOfBirth',
      message: 'A month is given as its first day, and a year as its 1 January.',
    }
    for (const born of [
      { ...day, birthPrecision: 'MONTH' as const },
      { ...month, birthPrecision: 'YEAR' as const },
    ])
      expect((await desk.call(registerPatient, { body: patientForm(born) })).problem).toMatchObject({
        status: 422,
        errors: [firstDay],
      })
    const edit = async (version: number, body: object) =>
      desk.call(editPatient, { params: { id: patient.id }, body }, ifMatch({ version }))
    const { birthPrecision: _, ...older } = formOf(patient)
    expect((await edit(1, { ...older, address: '2 Quay' })).body).toMatchObject({ ...year, version: 2 })
    expect((await edit(2, day)).body).toMatchObject({ ...day, birthPrecision: 'DAY' })
    expect((await edit(3, { birthPrecision: 'YEAR' })).problem.errors).toEqual([firstDay])
    expect((await edit(3, month)).body).toMatchObject(month)
    const entries = await app.asOwner<{ changes: object }>(
      `select changes from audit_entry where action = 'editPatient' and subject_id = $1 and changes ? 'dateOfBirth'
       order by id`,
      [patient.id],
    )
    expect(entries.map(({ changes }) => changes)).toEqual([
      { dateOfBirth: ['1931', '1931-05-12'] },
      { dateOfBirth: ['1931-05-12', '1931-05'] },
    ])
  })

  test('is found by each day that it may be, after those of whom the day is known, and exported as it is', async () => {
    const [ofYear, ofMonth, ofDay] = [
      await givenPatient(desk, { ...year, lastName: 'Partly A' }),
      await givenPatient(desk, { ...month, lastName: 'Partly B' }),
      await givenPatient(desk, { ...day, lastName: 'Partly C' }),
    ]
    await givenPatient(desk, { dateOfBirth: '1931-01-01', lastName: 'Partly New Year' })
    const found = async (search: string) =>
      (await list({ search })).filter(({ lastName }) => lastName.startsWith('Partly')).map(({ id }) => id)
    expect((await found('12 May 1931'))[0]).toBe(ofDay.id)
    for (const search of ['12 May 1931', 'May 1931', '5/1931'])
      expect(new Set(await found(search)), search).toEqual(new Set([ofDay.id, ofMonth.id, ofYear.id]))
    expect(await found('13 May 1931')).toEqual([ofMonth.id, ofYear.id])
    expect(await found('1931')).toEqual([ofYear.id])
    const how = (await desk.call(listPatients, { query: { search: '12/05/1931' } })).body.items
    expect(how.find(({ id }) => id === ofDay.id)?.found?.match).toBe('exact')
    expect(how.find(({ id }) => id === ofYear.id)?.found?.match).toBe('part')
    const { text } = await desk.call(exportPatients, { query: { search: 'partly', sort: 'lastName' } })
    const age = ageToday(ofYear)
    expect(text).toContain(`Partly A,1931,about ${age},`)
    expect(text).toContain('Partly B,1931-05,')
    expect(text).toContain(`Partly New Year,1931-01-01,${age},`)
  })

  test('agrees with every date of birth that it may be, as a weaker sign of a duplicate', async () => {
    const names = { firstName: 'Partia', lastName: 'Lamont' }
    const known = [
      await givenPatient(desk, { ...names, ...year }),
      await givenPatient(desk, { ...names, ...day }),
    ]
    const because = async (typed: object) =>
      Object.fromEntries(
        (await desk.call(findProbableDuplicates, { body: { ...names, ...typed } })).body.map((one) => [
          known.findIndex(({ id }) => id === one.id),
          one.because,
        ]),
      )
    expect(await because(day)).toEqual({ 0: 'period', 1: 'name' })
    expect(await because(month)).toEqual({ 0: 'period', 1: 'period' })
    expect(await because(year)).toEqual({ 0: 'period', 1: 'period' })
    expect(await because({ dateOfBirth: '1931-06-12' })).toEqual({ 0: 'period' })
    expect(await because({ ...month, dateOfBirth: '1931-06-01' })).toEqual({ 0: 'period' })
    expect(await because({ ...year, dateOfBirth: '1932-01-01' })).toEqual({})
  })
})

describe('deleting', () => {
  test('retires the record: lists, search, export and figures lose it; history, audit and MRN stay', async () => {
    const patient = await givenPatient(desk, { lastName: 'Departing' })
    const before = (await desk.call(summarizePatients)).body.totalPatients
    const booked = await givenAppointment(desk, {
      doctorId: doctor.id,
      date: utcToday(),
      patientId: patient.id,
    })
    await change(desk, booked, { status: 'IN_QUEUE' })
    await change(doctor, booked, { status: 'IN_PROGRESS' })
    await change(doctor, booked, { status: 'COMPLETED' })
    const deleted = await admin.call(deletePatient, { params: { id: patient.id } })
    expect(deleted.status).toBe(200)
    expect(deleted.body).toEqual({ id: patient.id })
    expect(await list({ search: 'departing' })).toEqual([])
    expect((await desk.call(exportPatients)).text).not.toContain('Departing')
    expect((await desk.call(summarizePatients)).body.totalPatients).toBe(before - 1)
    expect((await desk.call(listPatients)).body.total).toBe(before - 1)
    const history = (await doctor.call(readAppointment, { params: { id: booked.id } })).body
    expect(history).toMatchObject({
      status: 'COMPLETED',
      patient: { mrn: patient.mrn, lastName: 'Departing' },
    })
    const [row] = await app.asOwner('select mrn, last_name from patient where id = $1', [patient.id])
    expect(row).toEqual({ mrn: patient.mrn, last_name: 'Departing' })
    const trail = await app.asOwner<{ action: string }>(
      `select action from audit_entry where $1 = any (patient_ids) and changes is not null order by id`,
      [patient.id],
    )
    expect(trail.map(({ action }) => action)).toEqual([
      'registerPatient',
      'bookAppointment',
      'changeAppointment',
      'changeAppointment',
      'changeAppointment',
      'deletePatient',
    ])
  })

  test.each(['SCHEDULED', 'IN_QUEUE', 'IN_PROGRESS'] as const)(
    'waits while an appointment is %s',
    async (status) => {
      const booked = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
      const steps = { SCHEDULED: [], IN_QUEUE: [desk], IN_PROGRESS: [desk, doctor] }[status]
      for (const [step, by] of steps.entries()) {
        await change(by, booked, { status: step === 0 ? 'IN_QUEUE' : 'IN_PROGRESS' })
      }
      const refused = await admin.call(deletePatient, { params: { id: booked.patientId } })
      expect(refused.status).toBe(400)
      expect(refused.problem).toMatchObject({
        code: 'patient_has_open_appointment',
        detail: 'This patient has an open appointment. Complete or cancel it first.',
      })
      expect((await desk.call(readPatient, { params: { id: booked.patientId } })).status).toBe(200)
      const closed =
        status === 'IN_PROGRESS'
          ? await change(doctor, booked, { status: 'COMPLETED' })
          : await desk.call(cancelAppointment, { params: { id: booked.id } })
      expect(closed.status).toBe(200)
      expect((await admin.call(deletePatient, { params: { id: booked.patientId } })).status).toBe(200)
    },
  )
})

describe('the CSV', () => {
  const header =
    'MRN,First Name,Last Name,Date of Birth,Age,Gender,Contact,Email,Address,Blood Group,Allergies,Identifiers,Medical History'

  test('is the filtered list in its order, as a file that spreadsheets open', async () => {
    const surname = 'Csvfilter'
    await givenPatient(desk, { lastName: surname, firstName: 'Beta', gender: 'FEMALE' })
    const alpha = await givenPatient(desk, {
      lastName: surname,
      firstName: 'Alpha',
      gender: 'FEMALE',
      address: 'Line one\nLine "two", three',
      allergies: '',
    })
    await givenPatient(desk, { lastName: surname, firstName: 'Gamma', gender: 'MALE' })
    const query = { search: surname.toUpperCase(), gender: 'FEMALE' as const, sort: 'firstName' as const }
    const answer = await desk.call(exportPatients, { query })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="patients.csv"')
    const [first, second, third, ...rest] = answer.text.split('\r\n')
    expect(first).toBe(header)
    expect(second).toBe(
      `${alpha.mrn},Alpha,${surname},${alpha.dateOfBirth},${ageToday(alpha)},Female,'${alpha.contactNumber},${alpha.email},"Line one\nLine ""two"", three",O+,,,Asthma since childhood`,
    )
    expect(third).toContain('Beta')
    expect(rest).toEqual([''])
  })

  test('begins with a byte order mark', async () => {
    const response = await fetch(`${app.url}/api/patients/export?search=nobody-at-all`, {
      headers: { authorization: `Bearer ${desk.token}` },
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Buffer.from(bytes.slice(0, 3)).toString('hex')).toBe('efbbbf')
    expect(new TextDecoder().decode(bytes)).toBe(`${header}\r\n`)
  })

  test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'])(
    'makes the formula %j harmless in every column that takes it',
    async (formula) => {
      const lastName = `Formula${Math.random().toString(36).slice(2)}`
      await givenPatient(desk, {
        lastName,
        firstName: `${formula} first`,
        address: formula,
        allergies: formula,
      })
      const { text } = await desk.call(exportPatients, { query: { search: lastName } })
      const [, row = ''] = text.split('\r\n')
      const cells = row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"/, ''))
      expect(cells.length).toBe(13)
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      expect(row).toContain(formula.trim().replaceAll('"', '""'))
    },
  )

  test('is written as it is read: the first rows are there long before the last', async () => {
    const crowd = await startApp()
    try {
      const clerk = await crowd.signIn('receptionist')
      await crowd.asOwner(
        `insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address, medical_history)
         select 100000 + n, 'First' || n, 'Last' || n, '1980-01-01', 'OTHER', '030' || n, 'Street', repeat('history ', 500)
         from generate_series(1, 4000) n`,
      )
      const response = await fetch(`${crowd.url}/api/patients/export`, {
        headers: { authorization: `Bearer ${clerk.token}`, 'accept-encoding': 'identity' },
      })
      expect(response.headers.get('content-length')).toBeNull()
      const memory = process.memoryUsage().rss
      let size = 0
      let rows = 0
      let reads = 0
      for await (const chunk of response.body ?? []) {
        size += chunk.length
        rows += Buffer.from(chunk).filter((byte) => byte === 10).length
        // The server has to wait for a slow reader instead of keeping everything in memory.
        if (reads++ % 20 === 0) await sleep(1)
      }
      expect(rows).toBe(4001)
      expect(size).toBeGreaterThan(16_000_000)
      expect(reads).toBeGreaterThan(50)
      expect(process.memoryUsage().rss - memory).toBeLessThan(300 * 1024 * 1024)
    } finally {
      await crowd.close()
    }
  })

  test('that nobody reads to its end gives its database connection back', async () => {
    for (let times = 0; times < 12; times++) {
      const leave = new AbortController()
      const response = await fetch(`${app.url}/api/patients/export`, {
        headers: { authorization: `Bearer ${desk.token}` },
        signal: leave.signal,
      })
      await response.body?.getReader().read()
      leave.abort()
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.call(listPatients)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })
})

test('the figures above the list count what the list shows', async () => {
  const figures = (await desk.call(summarizePatients)).body
  const total = (await desk.call(listPatients)).body.total
  expect(figures.totalPatients).toBe(total)
  expect(figures.newPatientsSince).toBe(daysAfter(utcToday(), -29))
  const fresh = await desk.call(listPatients, { query: { registeredSince: figures.newPatientsSince } })
  expect(fresh.body.total).toBe(figures.newPatients)
  const old = await givenPatient(desk)
  await app.asOwner(`update patient set created_at = now() - interval '31 days' where id = $1`, [old.id])
  expect((await desk.call(summarizePatients)).body).toMatchObject({
    totalPatients: total + 1,
    newPatients: figures.newPatients,
  })
  const pending = figures.pendingAppointments
  const patientId = (await givenPatient(desk)).id
  await changesHeard(admin, app.url)
  const live = await openLive(app.url, desk, 'patient-figures')
  const booked = await givenAppointment(desk, { patientId, doctorId: doctor.id, date: utcToday() })
  expect((await desk.call(summarizePatients)).body.pendingAppointments).toBe(pending + 1)
  await vi.waitFor(() => expect(live.stale('patient-figures')).toBe(1))
  await desk.call(cancelAppointment, { params: { id: booked.id } })
  expect((await desk.call(summarizePatients)).body.pendingAppointments).toBe(pending)
  await vi.waitFor(() => expect(live.stale('patient-figures')).toBe(2))
  live.close()
})

async function list(query: {
  search?: string
  sort?: (typeof patientSortKeys)[number]
  direction?: 'asc' | 'desc'
  limit?: number
}): Promise<Patient[]> {
  const { body } = await desk.call(listPatients, { query: { limit: 200, ...query } })
  expect(body.total).toBe(body.items.length)
  return body.items
}

function numberOf({ mrn }: { mrn: string }): number {
  return Number(mrn.slice(3))
}

/** The text without case and accents, as the list compares it. */
function folded(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
}

function formOf({
  id,
  mrn,
  allergens,
  deceasedAt,
  restrictedSince,
  photoMark,
  hasMerged,
  version,
  createdAt,
  updatedAt,
  ...form
}: Patient) {
  return form
}

function ageToday({ dateOfBirth }: Patient): number {
  const today = utcToday()
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

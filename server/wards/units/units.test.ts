import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { chooseWard } from '../../../contract/people/staff.ts'
import { dischargePatient, listStays, transferPatient } from '../../../contract/wards/admissions.ts'
import { addBed, addBeds, changeBed, listBeds, listBedsAt, readBed } from '../../../contract/wards/beds.ts'
import { closeUnit, editUnit, mergeUnit, moveBeds } from '../../../contract/wards/unit-changes.ts'
import { listBedsOfUnit, listUnits } from '../../../contract/wards/units.ts'
import { type Ward, wardNames, wards } from '../../../contract/wards/wards.ts'
import type { Change } from '../../ground/db/changes.ts'
import { startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenUnit } from '../../testing/factories/units.ts'
import { illSet, takeVitals } from '../../testing/factories/vitals.ts'
import { changesHeard, openLive } from '../../testing/live-stream.ts'
import { live } from '../beds/live.ts'

const app = await startApp()
afterAll(() => app.close())
const [admin, desk, doctor] = [
  await app.founder(),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
]
const seeded = (await admin.call(listUnits)).body
function seededOf(kind: Ward) {
  const unit = seeded.find(({ ward }) => ward === kind)
  if (!unit) throw new Error(`There is no ward of the kind ${kind}`)
  return unit
}
const general = seededOf('GENERAL')

async function givenInpatient(unitId: string | null, patientId?: string) {
  const bed = await givenBed(admin, { unitId })
  const admission = (
    await admit(desk, { bedId: bed.id, doctorId: doctor.id, ...(patientId && { patientId }) })
  ).body
  return { bed, admission }
}
const move = (bedIds: string[], unit: { id: string }) =>
  admin.call(moveBeds, { ...one(unit), body: { bedIds } })
const merge = (from: { id: string }, into: { id: string }) =>
  admin.call(mergeUnit, { ...one(from), body: { intoId: into.id } })
const unitNameOf = async (bed: { id: string }) => (await admin.call(readBed, one(bed))).body.unitName
const discharge = ({ id }: { id: string }) =>
  desk.call(dischargePatient, { params: { id }, body: { destination: 'HOME' } })

test('a hospital begins with a ward of each kind, called as the kind is', () => {
  expect(seeded.map(({ ward, name }) => [ward, name])).toEqual(wards.map((ward) => [ward, wardNames[ward]]))
})

describe('a bed', () => {
  test('whose ward alone is said, as before, is in the oldest open ward of that kind', async () => {
    await givenUnit(admin)
    const [row] = await app.asOwner<{ id: string }>(
      `insert into bed (bed_number, ward) values ('Before-1', 'GENERAL') returning id`,
    )
    const bed = { id: row?.id ?? '' }
    expect(await unitNameOf(bed)).toBe(general.name)
    await app.asOwner(`update bed set ward = 'ICU' where id = $1`, [bed.id])
    expect(await unitNameOf(bed)).toBe('ICU')
  })

  test('whose ward of one’s own alone is changed is of its kind', async () => {
    const [bed, unit] = [await givenBed(admin), await givenUnit(admin, { ward: 'MATERNITY' })]
    const changed = await admin.call(changeBed, { ...one(bed), body: { unitId: unit.id } }, ifMatch(bed))
    expect(changed.body).toMatchObject({
      ward: 'MATERNITY',
      unitId: unit.id,
      unitName: unit.name,
      version: 2,
    })
  })

  test('is never in a ward of another kind, in one that is closed, or in none', async () => {
    const [icu, closed] = [await givenUnit(admin, { ward: 'ICU' }), await givenUnit(admin)]
    await admin.call(closeUnit, one(closed))
    for (const [unitId, message] of [
      [icu.id, /another kind, or no longer exists/],
      [closed.id, /has been closed/],
      [crypto.randomUUID(), /no longer exists/],
    ] as const) {
      const body = { bedNumber: crypto.randomUUID().slice(0, 8), ward: 'GENERAL' as const, unitId }
      const several = { bedNumbers: [body.bedNumber], ward: body.ward, unitId }
      for (const refused of [
        await admin.call(addBed, { body }),
        await admin.call(addBeds, { body: several }),
      ]) {
        expect(refused.problem).toMatchObject({
          code: 'invalid_input',
          errors: [{ path: 'unitId', message: expect.stringMatching(message) }],
        })
      }
    }
  })
})

describe('closing', () => {
  test('is refused with patients in it, and names them', async () => {
    const unit = await givenUnit(admin)
    const { bed, admission } = await givenInpatient(unit.id)
    const refused = await admin.call(closeUnit, one(unit))
    const { firstName, lastName } = admission.patient
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'unit_occupied',
      detail: `${unit.name} has a patient: ${firstName} ${lastName} (${bed.bedNumber}). Transfer or discharge them, or merge the ward.`,
    })
    expect(await unitNameOf(bed)).toBe(unit.name)
    await discharge(admission)
    expect((await admin.call(closeUnit, one(unit))).status).toBe(200)
    // Its bed is gone with it, and the history still says where the patient was.
    expect((await admin.call(readBed, one(bed))).status).toBe(404)
    expect((await admin.call(listUnits)).body.map(({ id }) => id)).not.toContain(unit.id)
    expect((await desk.call(listStays, one(admission))).body).toMatchObject([{ unitName: unit.name }])
  })

  test('is refused for the last of its kind', async () => {
    const only = seededOf('EMERGENCY')
    expect((await admin.call(closeUnit, one(only))).problem.code).toBe('last_unit_of_ward')
    const second = await givenUnit(admin, { ward: 'EMERGENCY' })
    const both = await Promise.all([only, second].map((unit) => admin.call(closeUnit, one(unit))))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('while somebody is admitted there: one of the two is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const unit = await givenUnit(admin)
      const [bed, patient] = [await givenBed(admin, { unitId: unit.id }), await givenPatient(desk)]
      const [closed, admitted] = await Promise.all([
        admin.call(closeUnit, one(unit)),
        admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id }),
      ])
      expect([closed.status === 200, admitted.status === 201].toSorted()).toEqual([false, true])
      if (admitted.status === 201) await discharge(admitted.body)
    }
  })

  test('while a bed is added or moved there: no bed in use is in a closed ward', async () => {
    for (let round = 0; round < 10; round++) {
      const [unit, other] = [await givenUnit(admin), await givenBed(admin)]
      const bedNumber = `Late-${round}`
      await Promise.all([
        admin.call(closeUnit, one(unit)),
        admin.call(addBed, { body: { bedNumber, ward: 'GENERAL', unitId: unit.id } }),
        move([other.id], unit),
      ])
    }
    const open = new Set((await admin.call(listUnits)).body.map(({ id }) => id))
    for (const bed of (await admin.call(listBeds)).body) expect(open).toContain(bed.unitId)
  })
})

describe('merging', () => {
  test('moves beds, patients and staff, and keeps what the past was called', async () => {
    const [from, into] = [await givenUnit(admin), await givenUnit(admin)]
    const { bed, admission } = await givenInpatient(from.id)
    const earlier = await givenInpatient(from.id)
    await discharge(earlier.admission)
    const moment = new Date().toISOString()
    const nurse = await app.signIn('nurse')
    await nurse.call(chooseWard, { body: { ward: 'GENERAL', unitId: from.id } })
    const merged = await merge(from, into)
    expect(merged.body).toMatchObject({ id: into.id })
    expect((await admin.call(listBedsOfUnit, one(into))).body.map(({ id }) => id).toSorted()).toEqual(
      [bed.id, earlier.bed.id].toSorted(),
    )
    expect((await admin.call(listBedsOfUnit, one(from))).status).toBe(404)
    expect(await nurse.me()).toMatchObject({ ward: 'GENERAL', unitId: into.id })
    expect((await desk.call(listStays, one(admission))).body).toMatchObject([{ unitName: into.name }])
    expect((await desk.call(listStays, one(earlier.admission))).body).toMatchObject([{ unitName: from.name }])
    // A name is free again once its ward has closed.
    expect((await givenUnit(admin, { name: from.name })).name).toBe(from.name)
    expect((await desk.call(listBedsAt, { params: { moment } })).status).toBe(200)
  })

  test('is refused with a ward of another kind, with itself, and with one that is closed', async () => {
    const [from, icu, closed] = [
      await givenUnit(admin),
      await givenUnit(admin, { ward: 'ICU' }),
      await givenUnit(admin),
    ]
    await admin.call(closeUnit, one(closed))
    for (const [into, message] of [
      [icu, 'Only wards of the same kind can be merged'],
      [from, 'Choose another ward than this one'],
      [closed, 'This ward doesn’t exist or has been closed.'],
    ] as const) {
      expect((await merge(from, into)).problem.errors).toEqual([{ path: 'intoId', message }])
    }
  })

  test('two wards into each other at once: one of them stays', async () => {
    const [one, other] = [await givenUnit(admin), await givenUnit(admin)]
    const { bed } = await givenInpatient(one.id)
    const both = await Promise.all([merge(one, other), merge(other, one)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const open = (await admin.call(listUnits)).body.filter(({ id }) => [one.id, other.id].includes(id))
    expect(open.map(({ name }) => name)).toEqual([await unitNameOf(bed)])
  })
})

test('a name is taken once among open wards, however it is written', async () => {
  const unit = await givenUnit(admin, { name: 'Wing É' })
  const other = await givenUnit(admin)
  const edited = await admin.call(editUnit, { ...one(other), body: { name: 'wing e' } }, ifMatch(other))
  expect(edited.problem).toMatchObject({
    code: 'name_taken',
    errors: [{ path: 'name', message: 'Another ward has this name.' }],
  })
  await admin.call(closeUnit, one(unit))
  const again = await admin.call(editUnit, { ...one(other), body: { name: 'wing e' } }, ifMatch(other))
  expect(again.body).toMatchObject({ name: 'wing e', version: 2 })
})

test('a bed that a patient left waits to be cleaned only where staff clean', async () => {
  const [cleaned, not] = [await givenUnit(admin), await givenUnit(admin, { cleanedByStaff: false })]
  await app.asOwner('update hospital set cleans_after_discharge = true')
  onTestFinished(async () => void (await app.asOwner('update hospital set cleans_after_discharge = false')))
  for (const [unit, status] of [
    [cleaned, 'MAINTENANCE'],
    [not, 'AVAILABLE'],
  ] as const) {
    const { bed, admission } = await givenInpatient(unit.id)
    await discharge(admission)
    expect((await admin.call(readBed, one(bed))).body.status).toBe(status)
  }
})

describe('nurses', () => {
  async function nurseOf(place: { ward: Ward; unitId?: string }) {
    const nurse = await app.signIn('nurse')
    expect((await nurse.call(chooseWard, { body: place })).status).toBe(200)
    return nurse
  }
  const countOf = async (nurse: Awaited<ReturnType<typeof nurseOf>>, patientId: string) =>
    (await toldOf(nurse, ({ vitals }) => vitals?.patientId === patientId)).length

  test('of a patient’s ward are told of a high NEWS2, and those of all wards of its kind', async () => {
    const [here, there] = [await givenUnit(admin), await givenUnit(admin)]
    const nurses = [
      await nurseOf({ ward: 'GENERAL', unitId: here.id }),
      await nurseOf({ ward: 'GENERAL', unitId: there.id }),
      await nurseOf({ ward: 'GENERAL' }),
    ]
    const patient = await givenPatient(desk, { dateOfBirth: '1980-05-01' })
    const { bed } = await givenInpatient(here.id, patient.id)
    await takeVitals(doctor, patient, illSet)
    const told = () => Promise.all(nurses.map((nurse) => countOf(nurse, patient.id)))
    expect(await told()).toEqual([1, 0, 1])
    await move([bed.id], there)
    expect(await told()).toEqual([0, 1, 1])
  })

  test('can’t choose a ward that is closed, and those of one that closes have all of its kind', async () => {
    const unit = await givenUnit(admin)
    const nurse = await nurseOf({ ward: 'GENERAL', unitId: unit.id })
    await admin.call(closeUnit, one(unit))
    expect(await nurse.me()).toMatchObject({ ward: 'GENERAL', unitId: null })
    const refused = await nurse.call(chooseWard, { body: { ward: 'GENERAL', unitId: unit.id } })
    expect(refused.problem).toMatchObject({ code: 'invalid_input', errors: [{ path: 'unitId' }] })
  })

  test('who choose a kind, in this version or the one before, have all of it', async () => {
    const nurse = await nurseOf({ ward: 'GENERAL', unitId: general.id })
    await app.asOwner(`update staff set ward = 'PEDIATRIC' where id = $1`, [nurse.id])
    expect(await nurse.me()).toMatchObject({ ward: 'PEDIATRIC', unitId: null })
  })

  test('who chose a kind with one ward go on being told of its patients when it is divided', async () => {
    const nurse = await nurseOf({ ward: 'PSYCHIATRIC' })
    const patient = await givenPatient(desk, { dateOfBirth: '1980-05-01' })
    const bed = await givenBed(admin, { ward: 'PSYCHIATRIC' })
    await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })
    await takeVitals(doctor, patient, illSet)
    expect(await countOf(nurse, patient.id)).toBe(1)
    await move([bed.id], await givenUnit(admin, { ward: 'PSYCHIATRIC' }))
    expect(await countOf(nurse, patient.id)).toBe(1)
  })
})

describe('live', () => {
  test('a screen of one ward hears of its own beds, and of those that leave it', async () => {
    const [here, there] = [await givenUnit(admin), await givenUnit(admin)]
    const [bed, other] = [
      await givenBed(admin, { unitId: here.id }),
      await givenBed(admin, { unitId: there.id }),
    ]
    const screen = await openLive(app.url, desk, `unit:${here.id}`)
    onTestFinished(() => screen.close())
    await admit(desk, { bedId: other.id, doctorId: doctor.id })
    const admission = (await admit(desk, { bedId: bed.id, doctorId: doctor.id })).body
    const put = () => screen.put(`unit:${here.id}`)
    await expect.poll(() => put().map(({ id, status }) => [id, status])).toContainEqual([bed.id, 'OCCUPIED'])
    const edited = await admin.call(editUnit, { ...one(here), body: { name: 'Wing Z' } }, ifMatch(here))
    expect(edited.status).toBe(200)
    await expect.poll(() => put().map(({ unitName }) => unitName)).toContain('Wing Z')
    await desk.call(transferPatient, {
      params: { id: admission.id },
      body: { bedId: (await givenBed(admin)).id },
    })
    await move([bed.id], there)
    await expect.poll(() => screen.gone(`unit:${here.id}`)).toContain(bed.id)
    await changesHeard(await app.founder(), app.url)
    expect(put().map(({ id }) => id)).not.toContain(other.id)
  })

  test('lists of wards are read again when one changes', async () => {
    const screen = await openLive(app.url, desk, 'units')
    onTestFinished(() => screen.close())
    await givenUnit(admin)
    await expect.poll(() => screen.stale('units')).toBeGreaterThan(0)
  })
})

test('the beds that show a patient are told of a new name, and of nothing else about the patient', async () => {
  const [{ bed, admission }, unit] = [await givenInpatient(general.id), await givenUnit(admin)]
  const [records] = live.records ?? []
  const carried = async (noun: 'admission' | 'patient' | 'unit', id: string, told: Change['told'] = {}) =>
    (await records?.carrying?.[noun]?.(app.app.lantern.db, [{ noun, id, told }]))?.map((one) => [
      one.id,
      one.told.unit,
    ])
  const shown = [[bed.id, [general.id]]]
  expect(await carried('patient', admission.patientId, { identity: [] })).toEqual(shown)
  expect(await carried('patient', admission.patientId)).toEqual([])
  expect(await carried('admission', admission.id)).toEqual(shown)
  expect(await carried('unit', general.id, { named: [] })).toContainEqual(shown[0])
  expect(await carried('unit', general.id)).toEqual([])
  expect(await carried('unit', unit.id, { named: [] })).toEqual([])
  await discharge(admission)
  expect(await carried('admission', admission.id)).toEqual([])
})

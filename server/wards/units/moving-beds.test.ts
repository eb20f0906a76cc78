import { afterAll, describe, expect, test } from 'vitest'
import {
  dischargePatient,
  listAdmissions,
  listStays,
  readAdmission,
} from '../../../contract/wards/admissions.ts'
import { type Bed, listBedsAt, readBed } from '../../../contract/wards/beds.ts'
import { closeUnit, mergeUnit, moveBeds } from '../../../contract/wards/unit-changes.ts'
import { listBedsOfUnit, listUnits } from '../../../contract/wards/units.ts'
import { startApp } from '../../testing/app.ts'
import { one } from '../../testing/example.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenUnit } from '../../testing/factories/units.ts'
import { holdLock } from '../../testing/held-lock.ts'

const app = await startApp()
afterAll(() => app.close())
const [admin, desk, doctor] = [
  await app.founder(),
  await app.signIn('receptionist'),
  await app.signIn('doctor'),
]
const [general] = (await admin.call(listUnits)).body
if (!general) throw new Error('There is no ward')

async function givenInpatient(bed: Bed) {
  return (await admit(desk, { bedId: bed.id, doctorId: doctor.id })).body
}
const discharge = ({ id }: { id: string }) =>
  desk.call(dischargePatient, { params: { id }, body: { destination: 'HOME' } })
const move = (bedIds: string[], unit: { id: string }) =>
  admin.call(moveBeds, { ...one(unit), body: { bedIds } })
const unitNameOf = async (bed: { id: string }) => (await admin.call(readBed, one(bed))).body.unitName
const staysOf = async (admission: { id: string }) => (await desk.call(listStays, one(admission))).body
const unitNamesOf = async (admission: { id: string }) =>
  (await staysOf(admission)).map(({ unitName }) => unitName)

describe('moving beds', () => {
  test('while somebody is admitted to them: the patient is in one ward, where the bed is', async () => {
    const [here, there] = [await givenUnit(admin), await givenUnit(admin)]
    for (let round = 0; round < 10; round++) {
      const [bed, patient] = [await givenBed(admin, { unitId: here.id }), await givenPatient(desk)]
      const [moved, admitted] = await Promise.all([
        move([bed.id], there),
        admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id }),
      ])
      expect([moved.status, admitted.status]).toEqual([200, 201])
      const [stay] = (await desk.call(listStays, one(admitted.body))).body
      expect([stay?.unitName, await unitNameOf(bed)]).toEqual([there.name, there.name])
    }
    const [row] = await app.asOwner<{ wrong: number }>(
      `select count(*)::int as wrong from stay join bed on bed.id = open_bed_id where stay.unit_id <> bed.unit_id`,
    )
    expect(row?.wrong).toBe(0)
  })

  test('two at once: each bed is in one of the two', async () => {
    const [here, there] = [await givenUnit(admin), await givenUnit(admin)]
    const beds = await Promise.all(Array.from({ length: 6 }, () => givenBed(admin)))
    const ids = beds.map(({ id }) => id)
    const both = await Promise.all([move(ids, here), move(ids.toReversed(), there)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const names = await Promise.all(beds.map(unitNameOf))
    expect(new Set(names).size).toBe(1)
  })

  test('keeps past stays where they were, without writing to them', async () => {
    const [bed, icu] = [await givenBed(admin), await givenUnit(admin, { ward: 'ICU' })]
    const before = await givenInpatient(bed)
    await discharge(before)
    await app.asOwner('update stay set unit_id = null where bed_id = $1', [bed.id])
    const written = () => app.asOwner('select xmin, unit_id from stay where bed_id = $1', [bed.id])
    const asItWas = await written()
    await move([bed.id], icu)
    await move([bed.id], await givenUnit(admin, { ward: 'ICU' }))
    expect(await written()).toEqual(asItWas)
    expect(await unitNamesOf(before)).toEqual([general.name])
    // An open stay moves with its bed, also one that began before wards of one's own.
    const now = await givenInpatient(bed)
    await app.asOwner('update stay set unit_id = null where open_bed_id = $1', [bed.id])
    await move([bed.id], icu)
    await discharge(now)
    await move([bed.id], general)
    expect(await unitNamesOf(now)).toEqual([icu.name])
  })

  test('while a bed of a ward that is closed or merged is moved out: it stays where it was moved', async () => {
    const elsewhere = await givenUnit(admin)
    for (const leave of [
      (from: { id: string }) => admin.call(closeUnit, one(from)),
      (from: { id: string }) => admin.call(mergeUnit, { ...one(from), body: { intoId: general.id } }),
    ]) {
      const from = await givenUnit(admin)
      const [moved, left] = [
        await givenBed(admin, { unitId: from.id }),
        await givenBed(admin, { unitId: from.id }),
      ]
      const held = await holdLock(app, 'update bed set unit_id = $2 where id = $1', [moved.id, elsewhere.id])
      const leaving = leave(from)
      await held.untilWaiting()
      await held.letGo()
      expect((await leaving).status).toBe(200)
      expect(await unitNameOf(moved)).toBe(elsewhere.name)
      const its = (await admin.call(listBedsOfUnit, one(elsewhere))).body.map(({ id }) => id)
      expect(its).not.toContain(left.id)
    }
  })

  test('while a stay begins that nothing else keeps apart: it begins in the bed’s new ward', async () => {
    const [there, from, to] = [await givenUnit(admin), await givenBed(admin), await givenBed(admin)]
    const admission = await givenInpatient(from)
    const held = await holdLock(app, 'update bed set unit_id = $2 where id = $1', [to.id, there.id])
    const begun = app.asOwner(
      `with ended as (
         update stay set ended_at = clock_timestamp() where open_bed_id = $1 returning admission_id, ended_at
       )
       insert into stay (admission_id, bed_id, started_at) select admission_id, $2, ended_at from ended`,
      [from.id, to.id],
    )
    await held.untilWaiting()
    await held.letGo()
    await begun
    expect(await unitNamesOf(admission)).toEqual([general.name, there.name])
  })

  test('to a ward of another kind leaves the kind of past stays as it was', async () => {
    const [bed, icu] = [await givenBed(admin), await givenUnit(admin, { ward: 'ICU' })]
    const admission = await givenInpatient(bed)
    const moment = new Date().toISOString()
    await discharge(admission)
    await move([bed.id], icu)
    const was = { ward: 'GENERAL', unitName: general.name }
    expect(await staysOf(admission)).toMatchObject([was])
    expect((await desk.call(readAdmission, one(admission))).body.bed).toMatchObject(was)
    const then = (await desk.call(listBedsAt, { params: { moment } })).body
    expect(then.find(({ bedId }) => bedId === bed.id)).toMatchObject(was)
    const search = admission.patient.mrn
    for (const query of [
      { ward: 'GENERAL' },
      { admittedTo: 'GENERAL' },
      { of: 'discharges', dischargedFrom: 'GENERAL' },
    ] as const)
      expect((await desk.call(listAdmissions, { query: { ...query, search } })).body.total).toBe(1)
    expect((await desk.call(listAdmissions, { query: { ward: 'ICU', search } })).body.total).toBe(0)
  })
})

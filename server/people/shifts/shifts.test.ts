import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { addShift, editShift, listShifts, removeShift, type Shift } from '../../../contract/people/shifts.ts'
import { chooseShiftWard, chooseWard, leaveShiftWard, readMe } from '../../../contract/people/staff.ts'
import { closeUnit, mergeUnit } from '../../../contract/wards/unit-changes.ts'
import type { Unit } from '../../../contract/wards/units.ts'
import { tellAgain } from '../../clinical/early-warnings/queries.ts'
import { type StaffClient, startApp } from '../../testing/app.ts'
import { ifMatch } from '../../testing/client.ts'
import { one } from '../../testing/example.ts'
import { admit } from '../../testing/factories/admissions.ts'
import { givenBed } from '../../testing/factories/beds.ts'
import { toldOf } from '../../testing/factories/notifications.ts'
import { givenPatient } from '../../testing/factories/patients/patients.ts'
import { givenShift } from '../../testing/factories/shifts.ts'
import { givenUnit } from '../../testing/factories/units.ts'
import { illSet, takeVitals } from '../../testing/factories/vitals.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.founder()
// A shift of another test that is on would count.
beforeEach(() => app.asOwner('update shift set retired_at = now() where retired_at is null'))
const [desk, doctor] = [await app.signIn('receptionist'), await app.signIn('doctor')]

/** hh:mm on the hospital's clock, in some hours from now. */
async function clockIn(hours: number): Promise<string> {
  const [row] = await app.asOwner<{ at: string }>(
    `select to_char((now() + make_interval(hours => $1)) at time zone time_zone, 'HH24:MI') as at from hospital`,
    [hours],
  )
  return row?.at ?? ''
}
/** A shift that covers now, or one that covers the other half of the day. */
const shiftOfNow = async () => givenShift(admin, { startsAt: await clockIn(-5), endsAt: await clockIn(5) })
const shiftOfLater = async () => givenShift(admin, { startsAt: await clockIn(5), endsAt: await clockIn(-5) })

const inShift = (nurse: StaffClient, shift: Shift, unit: Unit | null) =>
  nurse.call(chooseShiftWard, { ...one(shift), body: { ward: unit?.ward ?? null, unitId: unit?.id ?? null } })
async function nurseOf(unit: Unit | null) {
  const nurse = await app.signIn('nurse')
  if (unit) await nurse.call(chooseWard, { body: { ward: unit.ward, unitId: unit.id } })
  return nurse
}

describe('a shift', () => {
  test('has a name once and a length, and may pass midnight and overlap others', async () => {
    expect((await app.visitor.call(readSite)).body.hasShifts).toBe(false)
    const night = await givenShift(admin, { name: 'Night', startsAt: '19:30', endsAt: '08:00' })
    const day = await givenShift(admin, { name: 'Day', startsAt: '07:30', endsAt: '20:00' })
    expect((await desk.call(listShifts)).body).toEqual([day, night])
    await expect.poll(async () => (await app.visitor.call(readSite)).body.hasShifts).toBe(true)
    const again = await admin.call(addShift, { body: { name: 'NIGHT ', startsAt: '20:00', endsAt: '06:00' } })
    expect(again.problem).toMatchObject({ code: 'name_taken', errors: [{ path: 'name' }] })
    const empty = await admin.call(editShift, { ...one(day), body: { endsAt: '07:30' } }, ifMatch(day))
    expect(empty.problem).toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'endsAt', message: 'A shift can’t end at the time at which it starts.' }],
    })
    await admin.call(removeShift, one(night))
    expect((await givenShift(admin, { name: 'night' })).name).toBe('night')
  })

  test('that is removed leaves people with their usual ward, and is no longer chosen', async () => {
    const [usual, other, shift] = [await givenUnit(admin), await givenUnit(admin), await shiftOfNow()]
    const nurse = await nurseOf(usual)
    expect((await inShift(nurse, shift, other)).body).toMatchObject({ shiftNow: shift.id, unitId: usual.id })
    await admin.call(removeShift, one(shift))
    await expect.poll(nurse.me).toMatchObject({ shiftWards: [], shiftNow: null, unitId: usual.id })
    expect((await inShift(nurse, shift, other)).problem.code).toBe('not_found')
    expect((await nurse.call(leaveShiftWard, one(shift))).problem.code).toBe('not_found')
  })

  test('is removed while somebody chooses a ward for it: nobody has a ward in a removed shift', async () => {
    const [unit, nurse] = [await givenUnit(admin), await nurseOf(null)]
    for (let round = 0; round < 8; round++) {
      const shift = await shiftOfNow()
      const [removed, chosen] = await Promise.all([
        admin.call(removeShift, one(shift)),
        inShift(nurse, shift, unit),
      ])
      expect(removed.status).toBe(200)
      expect([200, 404]).toContain(chosen.status)
      expect((await nurse.call(readMe)).body.shiftWards).toEqual([])
    }
  })
})

describe('the ward at a moment', () => {
  /** Gives the hospital another time zone for one test. */
  async function moveTo(zone: string) {
    const [own] = await app.asOwner<{ zone: string }>('select time_zone as zone from hospital')
    const set = (to = '') => app.asOwner('update hospital set time_zone = $1', [to])
    await set(zone)
    onTestFinished(async () => void (await set(own?.zone)))
  }
  async function wardsAt(nurse: StaffClient, moment: string) {
    return (
      await app.asOwner<{ shift: string | null; unit: string | null; until: string }>(
        `select shift.name as shift, place.unit_id as unit, wards_change_after(staff, $2)::text as until
         from staff, wards_at(staff, $2) place left join shift on shift.id = place.shift_id where staff.id = $1`,
        [nurse.id, moment],
      )
    ).map(({ shift, unit }) => [shift, unit])
  }
  const changeAfter = async (nurse: StaffClient, moment: string) =>
    (
      await app.asOwner<{ at: Date }>('select wards_change_after(staff, $2) as at from staff where id = $1', [
        nurse.id,
        moment,
      ])
    )[0]?.at

  test('is that of the shift, until midnight and after, and at the handover that of both', async () => {
    const [usual, east, west] = [await givenUnit(admin), await givenUnit(admin), await givenUnit(admin)]
    const [day, night] = [
      await givenShift(admin, { name: 'Long day', startsAt: '07:30', endsAt: '20:00' }),
      await givenShift(admin, { name: 'Long night', startsAt: '19:30', endsAt: '06:00' }),
    ]
    const nurse = await nurseOf(usual)
    await inShift(nurse, day, east)
    await inShift(nurse, night, west)
    await moveTo('Asia/Kolkata')
    const [inDay, inNight] = [
      ['Long day', east.id],
      ['Long night', west.id],
    ]
    for (const [time, expected] of [
      ['07:29:59', [[null, usual.id]]],
      ['07:30', [inDay]],
      ['19:29:59', [inDay]],
      // The one that began last opens first.
      ['19:30', [inNight, inDay]],
      ['20:00', [inNight]],
      ['23:59:59', [inNight]],
      ['00:00', [inNight]],
      ['05:59:59', [inNight]],
      ['06:00', [[null, usual.id]]],
    ] as const)
      expect(await wardsAt(nurse, `2026-11-29 ${time}+05:30`), time).toEqual(expected)
    for (const [from, until] of [
      ['2026-11-29T12:00:00+05:30', '2026-11-29T19:30:00+05:30'],
      ['2026-11-29T20:00:00+05:30', '2026-11-30T06:00:00+05:30'],
      ['2026-11-30T06:00:00+05:30', '2026-11-30T07:30:00+05:30'],
    ] as const)
      expect(await changeAfter(nurse, from), from).toEqual(new Date(until))
  })

  test('is at the handover the usual one too, where no other was chosen for one of the shifts', async () => {
    const [usual, other] = [await givenUnit(admin), await givenUnit(admin)]
    await givenShift(admin, { name: 'Usual day', startsAt: '07:30', endsAt: '20:00' })
    const night = await givenShift(admin, { name: 'Other night', startsAt: '19:30', endsAt: '08:00' })
    const nurse = await nurseOf(usual)
    await inShift(nurse, night, other)
    await moveTo('Asia/Kolkata')
    const [inDay, inNight] = [
      [null, usual.id],
      ['Other night', other.id],
    ]
    for (const [time, expected] of [
      ['19:29', [inDay]],
      ['19:30', [inNight, inDay]],
      ['20:00', [inNight]],
      ['07:30', [inNight, inDay]],
      ['08:00', [inDay]],
    ] as const)
      expect(await wardsAt(nurse, `2026-11-29 ${time}+05:30`), time).toEqual(expected)
    expect(await changeAfter(nurse, '2026-11-29T12:00:00+05:30')).toEqual(
      new Date('2026-11-29T19:30:00+05:30'),
    )
    expect(await changeAfter(nurse, '2026-11-29T19:40:00+05:30')).toEqual(
      new Date('2026-11-29T20:00:00+05:30'),
    )
  })

  test('goes by the clock on the wall when the clocks change', async () => {
    const [unit, nurse] = [await givenUnit(admin), await nurseOf(null)]
    await inShift(nurse, await givenShift(admin, { startsAt: '22:00', endsAt: '06:00' }), unit)
    await moveTo('Europe/Berlin')
    // The clocks go back at 3:00: the night has nine hours.
    expect(await changeAfter(nurse, '2026-10-24T20:00:00Z')).toEqual(new Date('2026-10-25T05:00:00Z'))
    expect(await wardsAt(nurse, '2026-10-25T04:59:00Z')).toMatchObject([[expect.any(String), unit.id]])
  })

  test('is part of one’s account, and its screens hear of a choice and of a shift that is moved', async () => {
    const [usual, other, shift] = [await givenUnit(admin), await givenUnit(admin), await shiftOfLater()]
    const nurse = await nurseOf(usual)
    const screens = [await openLive(app.url, nurse, 'units')]
    onTestFinished(() => screens.forEach((screen) => screen.close()))
    const chosen = (await inShift(nurse, shift, other)).body
    expect(chosen).toMatchObject({
      ward: 'GENERAL',
      unitId: usual.id,
      shiftWards: [{ shiftId: shift.id, name: shift.name, ward: 'GENERAL', unitId: other.id }],
      shiftNow: null,
    })
    expect(Date.parse(chosen.shiftNowUntil ?? '')).toBeGreaterThan(Date.now() + 3_600_000)
    const accountEvents = () => screens.at(-1)?.events.filter(({ kind }) => kind === 'account').length
    await expect.poll(accountEvents).toBe(1)
    screens.push(await openLive(app.url, nurse, 'units'))
    const body = { startsAt: await clockIn(-1), endsAt: await clockIn(1) }
    expect((await admin.call(editShift, { ...one(shift), body }, ifMatch(shift))).status).toBe(200)
    await expect.poll(accountEvents).toBe(1)
    expect(await nurse.me()).toMatchObject({ shiftNow: shift.id, shiftWards: [body] })
    const back = await nurse.call(leaveShiftWard, one(shift))
    expect(back.body).toMatchObject({ shiftWards: [], shiftNow: null, shiftNowUntil: null })
  })

  test('can be all wards in a shift', async () => {
    const [nurse, shift] = [await nurseOf(await givenUnit(admin)), await shiftOfNow()]
    const all = (await inShift(nurse, shift, null)).body
    expect(all).toMatchObject({ shiftNow: shift.id, shiftWards: [{ ward: null, unitId: null }] })
  })

  test('is on record with the ward before and after', async () => {
    const [unit, nurse, shift] = [await givenUnit(admin), await nurseOf(null), await shiftOfNow()]
    await inShift(nurse, shift, unit)
    await nurse.call(leaveShiftWard, one(shift))
    await app.flushAudit()
    const changes = await app.asOwner<{ changes: object }>(
      `select changes from audit_entry where action in ('chooseShiftWard', 'leaveShiftWard') and staff_id = $1 order by at`,
      [nurse.id],
    )
    const { name } = shift
    expect(changes.map((entry) => entry.changes)).toEqual([
      { shift: name, ward: [null, unit.ward], unitId: [null, unit.id] },
      { shift: name, ward: [unit.ward, null], unitId: [unit.id, null] },
    ])
  })
})

describe('a ward that closes or is merged', () => {
  test('takes its people along in their shifts', async () => {
    const [from, into, shift] = [
      await givenUnit(admin, { ward: 'PEDIATRIC' }),
      await givenUnit(admin, { ward: 'PEDIATRIC' }),
      await shiftOfNow(),
    ]
    const nurse = await nurseOf(null)
    await inShift(nurse, shift, from)
    await admin.call(mergeUnit, { ...one(from), body: { intoId: into.id } })
    expect((await nurse.me()).shiftWards).toMatchObject([{ ward: 'PEDIATRIC', unitId: into.id }])
    await admin.call(closeUnit, one(into))
    expect((await nurse.me()).shiftWards).toMatchObject([{ ward: 'PEDIATRIC', unitId: null }])
    expect((await inShift(nurse, shift, from)).problem.errors).toMatchObject([{ path: 'unitId' }])
  })

  test('while somebody chooses it for a shift: nobody works on a closed ward', async () => {
    const [nurse, shift] = [await nurseOf(null), await shiftOfNow()]
    for (let round = 0; round < 8; round++) {
      const unit = await givenUnit(admin, { ward: 'PEDIATRIC' })
      const [closed, chosen] = await Promise.all([
        admin.call(closeUnit, one(unit)),
        inShift(nurse, shift, unit),
      ])
      expect([closed.status, [200, 422].includes(chosen.status)]).toEqual([200, true])
      expect((await nurse.me()).shiftWards.map(({ unitId }) => unitId)).not.toContain(unit.id)
    }
  })
})

describe('a high NEWS2', () => {
  async function givenIll(unit: { id: string }) {
    const patient = await givenPatient(desk, { dateOfBirth: '1980-05-01' })
    const bed = await givenBed(admin, { unitId: unit.id })
    await admit(desk, { bedId: bed.id, doctorId: doctor.id, patientId: patient.id })
    return { patient, takes: (nurse: StaffClient = doctor) => takeVitals(nurse, patient, illSet) }
  }
  const told = (nurses: StaffClient[], { patient }: Awaited<ReturnType<typeof givenIll>>) =>
    Promise.all(
      nurses.map(
        async (nurse) => (await toldOf(nurse, ({ vitals }) => vitals?.patientId === patient.id)).length,
      ),
    )

  test('is told to the nurses who have the ward in the shift that is on, and not to those who have another then', async () => {
    const [here, there, shift] = [await givenUnit(admin), await givenUnit(admin), await shiftOfNow()]
    const nurses = [await nurseOf(there), await nurseOf(here), await nurseOf(here)] as const
    const [comes, leaves] = nurses
    await inShift(comes, shift, here)
    await inShift(leaves, shift, there)
    const ill = await givenIll(here)
    await ill.takes()
    expect(await told([...nurses], ill)).toEqual([1, 0, 1])
    // The usual ward again, now.
    await leaves.call(leaveShiftWard, one(shift))
    expect(await told([...nurses], ill)).toEqual([1, 1, 1])
  })

  test('is told to all who ever have the ward, while nobody has it then', async () => {
    const [here, there] = [await givenUnit(admin), await givenUnit(admin)]
    const [now, later] = [await shiftOfNow(), await shiftOfLater()]
    const nurses = [await nurseOf(here), await nurseOf(there), await nurseOf(there)] as const
    await inShift(nurses[0], now, there)
    await inShift(nurses[1], later, here)
    const ill = await givenIll(here)
    await ill.takes()
    expect(await told([...nurses], ill)).toEqual([1, 1, 0])
    // Also where the only one who has it then took the set, or doesn't want to be told.
    const recorder = await nurseOf(here)
    const other = await givenIll(here)
    await other.takes(recorder)
    expect(await told([...nurses, recorder], other)).toEqual([1, 1, 0, 0])
  })

  test('is told to a nurse who has all wards in the shift that is on', async () => {
    const [here, there] = [await givenUnit(admin), await givenUnit(admin)]
    const [now, later] = [await shiftOfNow(), await shiftOfLater()]
    const nurses = [await nurseOf(here), await nurseOf(there), await nurseOf(there)] as const
    await inShift(nurses[1], now, null)
    await inShift(nurses[2], later, null)
    const ill = await givenIll(here)
    await ill.takes()
    expect(await told([...nurses], ill)).toEqual([1, 1, 0])
  })

  test('stays with a nurse whose usual ward changes, as long as they have the patient’s ward in a shift', async () => {
    const [here, there, shift] = [await givenUnit(admin), await givenUnit(admin), await shiftOfNow()]
    const [nurse] = [await nurseOf(there), await nurseOf(here)]
    await inShift(nurse, shift, here)
    const ill = await givenIll(here)
    await ill.takes()
    await app.asOwner(
      "update shift set starts_at = starts_at + interval '11 hours', ends_at = ends_at + interval '11 hours' where id = $1",
      [shift.id],
    )
    await nurse.call(chooseWard, { body: { ward: 'ICU', unitId: null } })
    expect(await told([nurse], ill)).toEqual([1])
  })

  test('is told to a nurse whose shift begins, within a minute', async () => {
    const [here, there, later] = [await givenUnit(admin), await givenUnit(admin), await shiftOfLater()]
    const [present, next] = [await nurseOf(here), await nurseOf(there)]
    await inShift(next, later, here)
    const ill = await givenIll(here)
    await ill.takes()
    expect(await told([present, next], ill)).toEqual([1, 0])
    await tellAgain(app.app.lantern.db, new Date(Date.now() + 7 * 3_600_000))
    expect(await told([present, next], ill)).toEqual([1, 1])
  })

  test('is no longer told to a nurse who took the ward back for good', async () => {
    const [here, there, shift] = [await givenUnit(admin), await givenUnit(admin), await shiftOfNow()]
    const nurse = await nurseOf(there)
    await inShift(nurse, shift, here)
    const ill = await givenIll(here)
    await ill.takes()
    expect(await told([nurse], ill)).toEqual([1])
    await nurse.call(leaveShiftWard, one(shift))
    expect(await told([nurse], ill)).toEqual([0])
  })
})

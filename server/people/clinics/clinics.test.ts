import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Appointment,
  changeAppointment,
  listAppointments,
} from '../../../contract/front-desk/appointments.ts'
import {
  listDisplays,
  readExpectedCall,
  readWaitingRoom,
  withdrawDisplay,
} from '../../../contract/front-desk/displays.ts'
import { readSite } from '../../../contract/hospital/hospital.ts'
import { addClinic, closeClinic, editClinic, listClinics } from '../../../contract/people/clinics.ts'
import { editStaffMember, listDoctors, readStaffMember } from '../../../contract/people/staff.ts'
import { type StaffClient, startApp } from '../../testing/app.ts'
import { createClient, ifMatch } from '../../testing/client.ts'
import { utcToday } from '../../testing/days.ts'
import { one } from '../../testing/example.ts'
import { givenAppointment } from '../../testing/factories/appointments.ts'
import { clinicForm, givenClinic, worksIn } from '../../testing/factories/clinics.ts'
import { givenDisplay } from '../../testing/factories/displays.ts'
import { openLive } from '../../testing/live-stream.ts'

const app = await startApp()
const admin = await app.founder()
afterAll(() => app.close())
const desk = await app.signIn('receptionist')
const today = utcToday()

const nameOf = async (somebody: StaffClient) => {
  const { firstName, lastName } = await somebody.me()
  return `${firstName} ${lastName}`
}

test('a hospital has no clinics until it adds one, and then says so with its settings', async () => {
  expect((await app.visitor.call(readSite)).body.hasClinics).toBe(false)
  const { id } = await givenClinic(admin)
  await expect.poll(async () => (await app.visitor.call(readSite)).body.hasClinics).toBe(true)
  await admin.call(closeClinic, { params: { id } })
  await expect.poll(async () => (await app.visitor.call(readSite)).body.hasClinics).toBe(false)
})

describe('a clinic', () => {
  test('has a name that no other open one has, however it is written', async () => {
    const first = await givenClinic(admin, { name: 'Cardiology' })
    const again = await admin.call(addClinic, { body: clinicForm({ name: ' CARDIOLOGY' }) })
    expect(again.problem).toMatchObject({ code: 'name_taken', errors: [{ path: 'name' }] })
    await admin.call(closeClinic, one(first))
    expect((await givenClinic(admin, { name: 'cardiology' })).name).toBe('cardiology')
  })

  test('is asked for each room once, as a short line', async () => {
    const refused = async (rooms: string[]) =>
      (await admin.call(addClinic, { body: clinicForm({ rooms }) })).problem.errors?.[0]
    expect(await refused(['Room 1', 'room 1'])).toEqual({
      path: 'rooms',
      message: 'Each room can be listed only once',
    })
    expect(await refused(Array.from({ length: 41 }, (_, number) => `Room ${number}`))).toMatchObject({
      message: 'At most 40 rooms',
    })
    expect(await refused(['x'.repeat(31)])).toMatchObject({ path: 'rooms.0' })
    for (const [rooms, constraint] of [
      ['{Room 1,ROOM 1}', 'clinic_room_once'],
      [`{${'x'.repeat(31)}}`, 'clinic_rooms_are_plain'],
      ['{null}', 'clinic_rooms_are_plain'],
      ['{"Room\t1"}', 'clinic_rooms_are_lines'],
      [`{${Array.from({ length: 41 }, (_, number) => number).join()}}`, 'clinic_rooms_at_most_40'],
    ] as const) {
      const raw = app.asOwner(`insert into clinic (name, rooms) values ('Raw', $1)`, [rooms])
      await expect(raw, rooms).rejects.toMatchObject({ constraint })
    }
  })

  test('that is renamed keeps its doctors, and every list shows the new name', async () => {
    const doctor = await app.signIn('doctor')
    const clinic = await givenClinic(admin, { department: 'Medicine' })
    await worksIn(admin, doctor, clinic.id, clinic.rooms[0])
    const streams = await openLive(app.url, admin, 'doctors', 'staff', 'clinics')
    onTestFinished(() => streams.close())
    const edit = await admin.call(
      editClinic,
      { ...one(clinic), body: { name: 'Chest clinic' } },
      ifMatch(clinic),
    )
    expect(edit.body).toMatchObject({ name: 'Chest clinic', department: 'Medicine', version: 2 })
    for (const scope of ['doctors', 'staff', 'clinics'])
      await expect.poll(() => streams.stale(scope)).toBeGreaterThan(0)
    const listed = (await desk.call(listDoctors)).body.find(({ id }) => id === doctor.id)
    expect(listed).toMatchObject({ clinic: 'Chest clinic', room: clinic.rooms[0] })
    expect((await desk.call(listClinics)).body.find(({ id }) => id === clinic.id)?.doctors).toEqual([
      { id: doctor.id, name: await nameOf(doctor), active: true },
    ])
  })

  test('that lost a room leaves its doctors the room that they have', async () => {
    const doctor = await app.signIn('doctor')
    const clinic = await givenClinic(admin)
    await worksIn(admin, doctor, clinic.id, clinic.rooms[0])
    await admin.call(editClinic, { ...one(clinic), body: { rooms: [] } }, ifMatch(clinic))
    expect((await admin.call(readStaffMember, one(doctor))).body.room).toBe(clinic.rooms[0])
  })

  test('is not closed while a doctor belongs to it, and says who', async () => {
    const doctor = await app.signIn('doctor')
    const clinic = await givenClinic(admin)
    await worksIn(admin, doctor, clinic.id)
    const { problem } = await admin.call(closeClinic, one(clinic))
    expect(problem).toMatchObject({ status: 409, code: 'clinic_in_use' })
    expect(problem.detail).toContain(await nameOf(doctor))
    const raw = app.asOwner('update clinic set retired_at = now() where id = $1', [clinic.id])
    await expect(raw).rejects.toMatchObject({ constraint: 'clinic_has_doctors' })

    // A deactivated account leaves with it.
    const member = (await admin.call(readStaffMember, one(doctor))).body
    await admin.call(editStaffMember, { ...one(doctor), body: { active: false } }, ifMatch(member))
    expect((await admin.call(closeClinic, one(clinic))).status).toBe(200)
    expect((await admin.call(readStaffMember, one(doctor))).body).toMatchObject({
      clinicId: null,
      version: member.version + 2,
    })
  })

  test('is not closed while its waiting room has a screen', async () => {
    const clinic = await givenClinic(admin)
    const display = await givenDisplay(admin, 'Chest clinic’s corridor', clinic.id)
    expect((await admin.call(listDisplays)).body.find(({ id }) => id === display.id)?.clinic).toBe(
      clinic.name,
    )
    const { problem } = await admin.call(closeClinic, one(clinic))
    expect(problem).toMatchObject({ code: 'clinic_in_use' })
    expect(problem.detail).toContain('Chest clinic’s corridor')
    await admin.call(withdrawDisplay, one(display))
    expect((await admin.call(closeClinic, one(clinic))).status).toBe(200)
  })

  test('never has a doctor once it is closed, also when both happen at once', async () => {
    const doctor = await app.signIn('doctor')
    for (let round = 0; round < 8; round++) {
      const clinic = await givenClinic(admin)
      await Promise.all([admin.call(closeClinic, one(clinic)), worksIn(admin, doctor, clinic.id)])
      const [row] = await app.asOwner<{ closed: boolean; members: number }>(
        `select retired_at is not null as closed,
           (select count(*)::int from staff where clinic_id = clinic.id) as members from clinic where id = $1`,
        [clinic.id],
      )
      expect(row?.closed).toBe(row?.members === 0)
    }
    const closed = await givenClinic(admin)
    await worksIn(admin, doctor, null)
    await admin.call(closeClinic, one(closed))
    expect((await worksIn(admin, doctor, closed.id)).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'clinicId', message: 'This clinic was closed. Choose another.' }],
    })
  })
})

describe('the patients of a clinic', () => {
  async function givenDoctorOf(clinicId: string | null, room: string) {
    const doctor = await app.signIn('doctor')
    await worksIn(admin, doctor, clinicId, room)
    return doctor
  }

  async function arrived(doctor: StaffClient): Promise<Appointment> {
    const { id } = await givenAppointment(desk, { doctorId: doctor.id, date: today })
    return (await desk.call(changeAppointment, { params: { id }, body: { status: 'IN_QUEUE' } })).body
  }

  async function screenOf(clinicId: string | null) {
    const { secret } = await givenDisplay(admin, 'Corridor', clinicId)
    const screen = createClient(app.url, () => ({ authorization: `Bearer ${secret}` }))
    return {
      secret,
      board: async (asOf?: string) =>
        (
          await screen.call(
            readWaitingRoom,
            {},
            asOf === undefined ? {} : { headers: { 'lantern-as-of': asOf } },
          )
        ).body,
    }
  }

  let chest: Awaited<ReturnType<typeof givenClinic>>
  let eye: typeof chest
  let doctors: { ofChest: StaffClient; ofEye: StaffClient; ofNone: StaffClient }
  beforeAll(async () => {
    chest = await givenClinic(admin, { name: 'Chest', floor: 'First floor', phone: '555 0101' })
    eye = await givenClinic(admin, { name: 'Eye' })
    doctors = {
      ofChest: await givenDoctorOf(chest.id, 'C1'),
      ofEye: await givenDoctorOf(eye.id, 'E1'),
      ofNone: await givenDoctorOf(null, 'N1'),
    }
  })

  test('alone stand and count on its screen, with the way to go', async () => {
    const [ofChest, ofEye, ofNone] = [
      await arrived(doctors.ofChest),
      await arrived(doctors.ofEye),
      await arrived(doctors.ofNone),
    ]
    const shown = await (await screenOf(chest.id)).board()
    expect(shown.clinic).toEqual({ name: 'Chest', floor: 'First floor' })
    expect(shown.waiting).toBe(1)
    expect(shown.next).toMatchObject([
      { number: ofChest.queueNumber, room: 'C1', clinic: 'Chest', floor: 'First floor' },
    ])
    const all = await (await screenOf(null)).board()
    expect(all.clinic).toBeNull()
    expect(all.next.map(({ number, clinic }) => [number, clinic])).toEqual([
      [ofChest.queueNumber, 'Chest'],
      [ofEye.queueNumber, 'Eye'],
      [ofNone.queueNumber, null],
    ])
    const { body } = await desk.call(readExpectedCall, one(ofChest))
    expect(body).toEqual({
      room: 'C1',
      clinic: 'Chest',
      floor: 'First floor',
      phone: '555 0101',
      likely: null,
    })
  })

  test('who are called by a colleague of another clinic are called on both screens', async () => {
    const called = await arrived(doctors.ofChest)
    const start = { params: { id: called.id }, body: { status: 'IN_PROGRESS' } } as const
    await doctors.ofEye.call(changeAppointment, start)
    for (const { id } of [chest, eye]) {
      const { serving } = await (await screenOf(id)).board()
      expect(serving).toMatchObject([{ number: called.queueNumber, room: 'E1', clinic: 'Eye' }])
    }
  })

  test('move with their doctor, live; and screens of two clinics never share an answer', async () => {
    const [here, there] = [await screenOf(chest.id), await screenOf(eye.id)]
    const [stream, list] = [
      await openLive(app.url, { token: here.secret, door: '/api/display/live' }),
      await openLive(app.url, desk, 'appointments'),
    ]
    onTestFinished(() => stream.close())
    onTestFinished(() => list.close())
    const doctor = await givenDoctorOf(chest.id, 'C2')
    const { queueNumber, id } = await arrived(doctor)
    const filtered = async (clinicId: string) =>
      (await desk.call(listAppointments, { query: { clinicId } })).body.items.map((one) => one.id)
    expect(await filtered(chest.id)).toContain(id)
    const before = list.stale('appointments')

    await worksIn(admin, doctor, eye.id, 'E2')
    await expect.poll(() => stream.stale('waiting-room')).toBeGreaterThan(0)
    await expect.poll(() => list.stale('appointments')).toBeGreaterThan(before)
    const numbers = ({ next }: Awaited<ReturnType<typeof here.board>>) => next.map(({ number }) => number)
    // As screens ask when they heard of a change: such answers are made once for all who follow.
    expect(numbers(await here.board('0'))).not.toContain(queueNumber)
    expect(numbers(await there.board('0'))).toContain(queueNumber)
    expect(await filtered(chest.id)).not.toContain(id)
    expect(await filtered(eye.id)).toContain(id)
  })
})

import { expect } from 'vitest'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { may, roles } from '../../contract/permissions.ts'
import { readSettings } from '../../contract/site.ts'
import { readStaffMember } from '../../contract/staff.ts'
import type { StaffClient, TestApp } from './app.ts'
import { ifMatch } from './client.ts'
import type { Example, MakeExample, People } from './example.ts'
import { change, givenAppointment, givenPatient, nextTime, patientForm, utcToday } from './factories.ts'
import { storeExamples } from './store-examples.ts'
import { wardExamples } from './ward-examples.ts'

export async function givenPeople(app: TestApp): Promise<People> {
  return {
    admin: await app.founder(),
    doctor: await app.signIn('doctor'),
    receptionist: await app.signIn('receptionist'),
    inventory_manager: await app.signIn('inventory_manager'),
    roleless: await app.signIn(null),
  }
}

/** Somebody whose role allows what the endpoint needs. */
export function someoneAllowed(people: People, endpoint: Endpoint): StaffClient {
  const { permission } = endpoint
  if (permission === 'public' || permission === 'signed-in') return people.roleless
  const role = roles.find((one) => may(one, permission))
  if (!role) throw new Error(`nobody may ${permission}`)
  return people[role]
}

const idIn = (reply: unknown) => (reply as { id: string }).id
const patientIdIn = (reply: unknown) => (reply as { patientId: string }).patientId
const itemsIn = (reply: unknown) => (Array.isArray(reply) ? reply : (reply as { items: unknown[] }).items)

const example: MakeExample = (by, request, about = {}) => ({
  by,
  request,
  patients: [],
  subject: null,
  ...about,
})

/** One call for every endpoint of the contract that succeeds; each makes the records it needs. */
export function givenExamples(people: People): Record<string, () => Promise<Example>> {
  const { admin, doctor, receptionist: desk } = people
  const appointment = () => givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
  const listed = (reply: unknown) => [...new Set(itemsIn(reply).map(patientIdIn))]
  const one = (record: { id: string }) => ({ params: { id: record.id } })

  return {
    listPatients: async () => {
      const patient = await givenPatient(desk)
      return example(desk, { query: { search: patient.mrn } }, { patients: [patient.id] })
    },
    // The filter says who was exported.
    exportPatients: async () => example(desk, { query: { gender: 'OTHER' } }),
    summarizePatients: async () => example(desk, {}),
    previewMrn: async () => example(desk, {}),
    findProbableDuplicates: async () => {
      const { id, firstName, lastName, dateOfBirth } = await givenPatient(desk)
      return example(desk, { body: { firstName, lastName, dateOfBirth } }, { patients: [id] })
    },
    readPatient: async () => {
      const patient = await givenPatient(desk)
      return example(doctor, one(patient), { patients: [patient.id], subject: patient.id })
    },
    registerPatient: async () =>
      example(
        desk,
        { body: patientForm() },
        {
          patients: (reply) => [idIn(reply)],
          subject: idIn,
        },
      ),
    editPatient: async () => {
      const patient = await givenPatient(desk)
      const body = patientForm({ firstName: 'Renamed' })
      const about = { patients: [patient.id], subject: patient.id, ...ifMatch(patient) }
      return example(desk, { ...one(patient), body }, about)
    },
    deletePatient: async () => {
      const patient = await givenPatient(desk)
      return example(admin, one(patient), { patients: [patient.id], subject: patient.id })
    },
    listAppointments: async () => {
      const { patientId } = await appointment()
      return example(desk, { query: { patientId } }, { patients: [patientId] })
    },
    listTodaysAppointments: async () => {
      await appointment()
      return example(desk, {}, { patients: listed })
    },
    listAppointmentsOfDay: async () => {
      const { date } = await appointment()
      return example(desk, { params: { date } }, { patients: listed })
    },
    listPatientAppointments: async () => {
      const { patientId } = await appointment()
      return example(
        doctor,
        { params: { id: patientId } },
        {
          patients: [patientId],
          subject: patientId,
        },
      )
    },
    readAppointment: async () => {
      const booked = await appointment()
      return example(doctor, one(booked), { patients: [booked.patientId], subject: booked.id })
    },
    bookAppointment: async () => {
      const patient = await givenPatient(desk)
      const body = {
        patientId: patient.id,
        doctorId: doctor.id,
        date: utcToday(),
        time: nextTime(),
        type: 'GENERAL',
      }
      return example(desk, { body }, { patients: [patient.id], subject: idIn })
    },
    changeAppointment: async () => {
      const booked = await appointment()
      const about = { patients: [booked.patientId], subject: booked.id }
      return example(desk, { ...one(booked), body: { status: 'IN_QUEUE' } }, about)
    },
    cancelAppointment: async () => {
      const booked = await appointment()
      return example(desk, one(booked), { patients: [booked.patientId], subject: booked.id })
    },
    undoAppointmentChange: async () => {
      const booked = await appointment()
      expect((await change(desk, booked, { status: 'IN_QUEUE' })).status).toBe(200)
      return example(desk, one(booked), { patients: [booked.patientId], subject: booked.id })
    },
    callNext: async () => {
      await change(desk, await appointment(), { status: 'IN_QUEUE' })
      return example(doctor, {}, { patients: (reply) => [patientIdIn(reply)], subject: idIn })
    },
    ...wardExamples(people, example),
    ...storeExamples(people, example),
    readSite: async () => example(admin, {}),
    readSettings: async () => example(admin, {}),
    editSettings: async () => {
      const settings = (await admin.call(readSettings)).body
      return example(admin, { body: { cleansAfterDischarge: false } }, ifMatch(settings))
    },
    readMe: async () => example(people.roleless, {}),
    chooseRole: async () => example(doctor, { body: { role: 'doctor' } }, { subject: doctor.id }),
    listStaff: async () => example(admin, {}),
    readStaffMember: async () => example(admin, one(doctor)),
    editStaffMember: async () => {
      const member = (await admin.call(readStaffMember, one(people.roleless))).body
      const body = { offeredRoles: [], active: true }
      return example(admin, { ...one(member), body }, { subject: member.id, ...ifMatch(member) })
    },
    listDoctors: async () => example(desk, {}),
  }
}

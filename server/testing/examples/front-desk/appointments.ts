import type * as appointments from '../../../../contract/front-desk/appointments.ts'
import type { changeAppointment } from '../../../../contract/front-desk/appointments.ts'
import type * as doctorWeeks from '../../../../contract/front-desk/doctor-weeks.ts'
import type * as missedCalls from '../../../../contract/front-desk/missed-calls.ts'
import { ifMatch } from '../../client.ts'
import { utcToday } from '../../days.ts'
import {
  type CaseExample,
  type CaseExamples,
  type Examples,
  example,
  idIn,
  one,
  type People,
  patientsIn,
} from '../../example.ts'
import { change, givenAppointment, nextTime } from '../../factories/appointments.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({
  doctor,
  receptionist: desk,
}: People): Examples<typeof appointments & typeof doctorWeeks & typeof missedCalls> {
  const appointment = () => givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })

  return {
    listAppointments: async () => {
      const { patientId } = await appointment()
      return example(desk, { query: { patientId } }, { patients: [patientId] })
    },
    listTodaysAppointments: async () => {
      await appointment()
      return example(desk, {}, { patients: patientsIn })
    },
    listQueue: async () => {
      await appointment()
      return example(desk, {}, { patients: patientsIn })
    },
    listAppointmentsOfDay: async () => {
      const { date } = await appointment()
      return example(desk, { params: { date } }, { patients: patientsIn })
    },
    listDoctorAppointments: async () => {
      const { date } = await appointment()
      return example(desk, { params: { doctorId: doctor.id, monday: date } }, { patients: patientsIn })
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
        evenIfPassed: true,
      }
      return example(desk, { body }, { patients: [patient.id], subject: idIn })
    },
    changeAppointment: async () => {
      const booked = await appointment()
      const about = { patients: [booked.patientId], subject: booked.id, ...ifMatch(booked) }
      return example(desk, { ...one(booked), body: { status: 'IN_QUEUE' } }, about)
    },
    cancelAppointment: async () => {
      const booked = await appointment()
      return example(desk, one(booked), { patients: [booked.patientId], subject: booked.id })
    },
    undoAppointmentChange: async () => {
      const moved = (await change(desk, await appointment(), { status: 'IN_QUEUE' })).body
      return example(desk, one(moved), { patients: [moved.patientId], subject: moved.id })
    },
    noteMissedCall: async () => {
      const queued = (await change(desk, await appointment(), { status: 'IN_QUEUE' })).body
      const called = (await change(doctor, queued, { status: 'IN_PROGRESS' })).body
      const about = { patients: [called.patientId], subject: called.id }
      return example(desk, { ...one(called), body: { call: 1 } }, about)
    },
    callNext: async () => {
      await change(desk, await appointment(), { status: 'IN_QUEUE' })
      return example(doctor, {}, { patients: (reply) => patientsIn([reply]), subject: idIn })
    },
  }
}

export function caseExamples({
  doctor,
  receptionist: desk,
}: People): CaseExamples<{ changeAppointment: typeof changeAppointment }> {
  async function ready(
    steps: readonly ('IN_QUEUE' | 'IN_PROGRESS')[],
    body: Parameters<typeof change>[2],
  ): Promise<CaseExample> {
    let booked = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
    for (const status of steps) {
      const by = status === 'IN_QUEUE' ? desk : doctor
      booked = (await change(by, booked, { status })).body
    }
    return { id: booked.id, body, ...ifMatch(booked) }
  }
  return {
    changeAppointment: {
      reschedule: () => ready([], { time: nextTime(), evenIfPassed: true }),
      addToQueue: () => ready([], { status: 'IN_QUEUE' }),
      start: () => ready(['IN_QUEUE'], { status: 'IN_PROGRESS' }),
      complete: () => ready(['IN_QUEUE', 'IN_PROGRESS'], { status: 'COMPLETED' }),
      cancel: () => ready([], { status: 'CANCELLED', cancelReason: 'OTHER' }),
    },
  }
}

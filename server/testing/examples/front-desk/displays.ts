import { randomBytes } from 'node:crypto'
import type * as displays from '../../../../contract/front-desk/displays.ts'
import { utcToday } from '../../days.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenAppointment } from '../../factories/appointments.ts'
import { givenDisplay } from '../../factories/displays.ts'

export function examples({ admin, receptionist: desk, doctor, display }: People): Examples<typeof displays> {
  return {
    listDisplays: async () => example(admin),
    addDisplay: async () =>
      example(
        admin,
        { body: { name: 'Ground floor', secret: randomBytes(32).toString('base64url') } },
        { subject: idIn },
      ),
    withdrawDisplay: async () => {
      const made = await givenDisplay(admin)
      return example(admin, one(made), { subject: made.id })
    },
    readExpectedCall: async () => {
      const booked = await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
      return example(desk, one(booked))
    },
    readWaitingRoom: async () => example(display),
  }
}

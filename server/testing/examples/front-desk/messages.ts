import type * as messages from '../../../../contract/front-desk/messages.ts'
import type { FailedMessage } from '../../../../contract/front-desk/messages.ts'
import { daysAfter } from '../../days.ts'
import { appOf, type Examples, example, one, type People } from '../../example.ts'
import { givenAppointment } from '../../factories/appointments.ts'
import { givenFailedMessage } from '../../factories/messages.ts'

let days = 0

export function examples(people: People): Examples<typeof messages> {
  const { doctor, receptionist } = people
  const failed = async () => {
    const app = appOf.get(people)
    if (!app) throw new Error('These people have no server.')
    // In a year in which nothing else is booked.
    const date = daysAfter('2093-01-01', days++)
    const booked = await givenAppointment(receptionist, { doctorId: doctor.id, date })
    return { booked, id: await givenFailedMessage(app, booked) }
  }
  return {
    listFailedMessages: async () => {
      await failed()
      const patients = (reply: unknown) =>
        (reply as FailedMessage[]).map(({ appointment }) => appointment.patientId)
      return example(receptionist, {}, { patients })
    },
    countMessages: async () => example(receptionist),
    notePhoned: async () => {
      const { booked, id } = await failed()
      return example(receptionist, one({ id }), { subject: id, patients: [booked.patientId] })
    },
  }
}

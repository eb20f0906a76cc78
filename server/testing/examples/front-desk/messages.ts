import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import type * as messages from '../../../../contract/front-desk/messages.ts'
import type { FailedMessage } from '../../../../contract/front-desk/messages.ts'
import type { TestApp } from '../../app.ts'
import { daysAfter } from '../../days.ts'
import { appOf, type Examples, example, one, type People } from '../../example.ts'
import { givenAppointment } from '../../factories/appointments.ts'

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

/** A reminder of this appointment that the patient's mail server refuses; answers its id. */
async function givenFailedMessage(
  app: Pick<TestApp, 'asOwner'>,
  { id, date, time }: Appointment,
): Promise<string> {
  const [made] = await app.asOwner<{ id: string }>(
    `insert into patient_message (appointment_id, kind, channel, speaks_of, tries, try_at, failed_at, failure)
     values ($1, 'REMINDER', 'EMAIL', $2::timestamp, 1, now() + interval '1 day', now(), 'REFUSED') returning id`,
    [id, `${date} ${time}`],
  )
  if (!made) throw new Error('there is no message')
  return made.id
}

import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import type { TestApp } from '../app.ts'

/** A reminder of this appointment that the patient's mail server refuses; answers its id. */
export async function givenFailedMessage(
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

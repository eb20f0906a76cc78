import type * as onlineBookings from '../../../../contract/front-desk/online-bookings.ts'
import { tokenHash } from '../../../ground/sign-in/token-hash.ts'
import { appOf, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenPatient } from '../../factories/patients/patients.ts'
import {
  askFromHome,
  bookingForm,
  clinicFromHome,
  giveCode,
  givenOnlineBooking,
  letBookFromHome,
} from '../../factories/visitors/online-bookings.ts'

export function examples(people: People): Examples<typeof onlineBookings> {
  const { admin, receptionist, roleless } = people
  const app = () => {
    const found = appOf.get(people)
    if (!found) throw new Error('these people have no server')
    return found
  }
  /** A clinic whose doctor nobody else books. */
  const clinic = async () => {
    await letBookFromHome(app())
    // The limits are of an hour and a network, and all examples come from one.
    await app().asOwner(
      `update online_booking set network = id::text, asked_at = asked_at - interval '2 hours'`,
    )
    const doctor = await app().signIn('doctor')
    const { id, date } = await clinicFromHome(admin, [doctor.id], 20)
    return { clinicId: id, date }
  }
  const asked = async () => {
    const { id } = (await askFromHome(app().visitor, await clinic())).body
    await giveCode(app(), id)
    return { id }
  }
  const confirmed = async () => givenOnlineBooking(app(), await clinic())
  return {
    listOnlineClinics: async () => {
      await clinic()
      return example(roleless)
    },
    listOnlineTimes: async () => example(roleless, one({ id: (await clinic()).clinicId })),
    bookOnline: async () => example(roleless, { body: bookingForm(await clinic()) }, { subject: idIn }),
    confirmOnlineBooking: async () => {
      const booking = await asked()
      return example(roleless, { ...one(booking), body: { code: '123456' } }, { subject: booking.id })
    },
    cancelOnlineBooking: async () => {
      const { id } = await confirmed()
      const token = `${id.replaceAll('-', '')}${'a'.repeat(11)}`
      await app().asOwner('update online_booking set link_hash = $2 where id = $1', [id, tokenHash(token)])
      return example(roleless, { body: { token } }, { subject: id })
    },
    listOnlineBookings: async () => {
      await confirmed()
      return example(receptionist)
    },
    matchOnlineBooking: async () => {
      const booking = await confirmed()
      const patient = await givenPatient(receptionist)
      return example(
        receptionist,
        { ...one(booking), body: { patientId: patient.id } },
        { patients: [patient.id], subject: idIn },
      )
    },
    declineOnlineBooking: async () => {
      const booking = await confirmed()
      return example(receptionist, one(booking), { subject: booking.id })
    },
  }
}

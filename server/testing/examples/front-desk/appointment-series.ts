import type * as series from '../../../../contract/front-desk/appointment-series.ts'
import { daysAfter } from '../../days.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenSeries } from '../../factories/appointment-series.ts'
import { nextTime } from '../../factories/appointments.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

let days = 0
/** In a year in which nothing else is booked. */
const freshDay = () => daysAfter('2097-01-01', days++)

export function examples({ receptionist: desk, doctor }: People): Examples<typeof series> {
  const wishes = async () => {
    const [date, time] = [freshDay(), nextTime()]
    const places = [
      { date, time },
      { date: freshDay(), time },
    ] as const
    return { patientId: (await givenPatient(desk)).id, doctorId: doctor.id, type: 'GENERAL', places } as const
  }
  return {
    checkSeries: async () => {
      const { places, ...of } = await wishes()
      const query = { ...of, places: places.map(({ date, time }) => `${date}T${time}`).join() }
      return example(desk, { query })
    },
    bookSeries: async () => {
      const { places, ...of } = await wishes()
      return example(
        desk,
        { body: { ...of, places: [...places] } },
        { subject: idIn, patients: [of.patientId] },
      )
    },
    cancelSeries: async () => {
      const { places, ...of } = await wishes()
      const [first] = (await givenSeries(desk, { ...of, places: [...places] })).appointments
      if (!first) throw new Error('nothing was booked')
      return example(
        desk,
        { ...one(first), body: { cancelReason: 'OTHER' } },
        { subject: first.id, patients: [of.patientId] },
      )
    },
  }
}

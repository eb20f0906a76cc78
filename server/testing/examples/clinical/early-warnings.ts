import type * as earlyWarning from '../../../../contract/clinical/warnings/early-warning.ts'
import { acknowledgeScore } from '../../../../contract/clinical/warnings/early-warning.ts'
import { type Examples, example, one, type People } from '../../example.ts'
import { admit } from '../../factories/admissions.ts'
import { givenBed } from '../../factories/beds.ts'
import { givenPatient } from '../../factories/patients/patients.ts'
import { illSet, takeVitals } from '../../factories/vitals.ts'

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof earlyWarning> {
  /** A set of an inpatient with a high score. */
  const highSet = async () => {
    const patient = await givenPatient(desk, { dateOfBirth: '1980-04-10' })
    await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id, patientId: patient.id })
    return (await takeVitals(doctor, patient, illSet)).body
  }

  return {
    listEarlyWarnings: async () => {
      await highSet()
      return example(admin, {}, { patients: (reply) => (reply as { id: string }[]).map(({ id }) => id) })
    },
    readEarlyWarning: async () => {
      const { patientId: id } = await highSet()
      return example(admin, one({ id }), { patients: [id], subject: id })
    },
    acknowledgeScore: async () => {
      const { id, patientId } = await highSet()
      return example(doctor, one({ id }), { patients: [patientId], subject: id })
    },
    takeBackAcknowledgement: async () => {
      const { id, patientId } = await highSet()
      await doctor.call(acknowledgeScore, { params: { id } })
      return example(doctor, one({ id }), { patients: [patientId], subject: id })
    },
  }
}

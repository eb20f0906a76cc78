import type * as medications from '../../../../contract/clinical/medications.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { metformin, prescribe } from '../../factories/medications.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof medications> {
  const prescribed = async () => (await prescribe(doctor, await givenPatient(desk))).body
  const ofOne = async () => {
    const { patientId: id } = await prescribed()
    return example(admin, one({ id }), { patients: [id], subject: id })
  }
  return {
    listMedications: ofOne,
    readCurrentMedications: ofOne,
    prescribeMedication: async () => {
      const { id } = await givenPatient(desk)
      return example(doctor, { ...one({ id }), body: metformin }, { patients: [id], subject: idIn })
    },
    changeMedication: async () => {
      const { id, patientId } = await prescribed()
      const body = { ...metformin, dose: '850', changeReason: 'HbA1c still high' }
      return example(doctor, { ...one({ id }), body }, { patients: [patientId], subject: idIn })
    },
    stopMedication: async () => {
      const { id, patientId } = await prescribed()
      const body = { reason: 'No longer needed' }
      return example(doctor, { ...one({ id }), body }, { patients: [patientId], subject: id })
    },
    strikeMedication: async () => {
      const { id, patientId } = await prescribed()
      const body = { reason: 'Another patient was meant' }
      return example(doctor, { ...one({ id }), body }, { patients: [patientId], subject: id })
    },
  }
}

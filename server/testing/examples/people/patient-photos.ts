import type * as patientPhotos from '../../../../contract/people/patient-photos.ts'
import { type Examples, example, one, type People } from '../../example.ts'
import { givenPhoto, jpeg } from '../../factories/patients/patient-photos.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({ doctor, receptionist: desk }: People): Examples<typeof patientPhotos> {
  const given = async () => {
    const patient = await givenPatient(desk)
    return { patient, about: { patients: [patient.id], subject: patient.id } }
  }
  return {
    readPatientPhoto: async () => {
      const { patient, about } = await given()
      await givenPhoto(desk, patient)
      return example(doctor, one(patient), about)
    },
    savePatientPhoto: async () => {
      const { patient, about } = await given()
      const body = { photo: jpeg().toString('base64'), seen: null }
      return example(desk, { ...one(patient), body }, about)
    },
    removePatientPhoto: async () => {
      const { patient, about } = await given()
      return example(desk, { ...one(patient), body: { seen: await givenPhoto(desk, patient) } }, about)
    },
  }
}

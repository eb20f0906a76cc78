import type * as patients from '../../../../contract/people/patients.ts'
import { ifMatch } from '../../client.ts'
import { type CaseExamples, type Edits, type Examples, example, one, type People } from '../../example.ts'
import { givenPatient, labelOf, patientForm } from '../../factories/patients/patients.ts'

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof patients> {
  return {
    listPatients: async () => {
      const patient = await givenPatient(desk)
      return example(desk, { query: { search: patient.mrn } }, { patients: [patient.id] })
    },
    printPatients: async () =>
      example(desk, { query: {} }, { patients: (reply) => (reply as { id: string }[]).map(({ id }) => id) }),
    // The filter says who was exported.
    exportPatients: async () => example(desk, { query: { gender: 'OTHER' } }),
    summarizePatients: async () => example(desk),
    findLabelledPatient: async () => {
      const patient = await givenPatient(desk)
      const code = await labelOf(desk, patient)
      return example(doctor, { query: { code } }, { patients: [patient.id], subject: patient.id })
    },
    readPatient: async () => {
      const patient = await givenPatient(desk)
      return example(doctor, one(patient), { patients: [patient.id], subject: patient.id })
    },
    editPatient: async () => {
      const patient = await givenPatient(desk)
      const body = patientForm({ firstName: 'Renamed' })
      const about = { patients: [patient.id], subject: patient.id, ...ifMatch(patient) }
      return example(desk, { ...one(patient), body }, about)
    },
    deletePatient: async () => {
      const patient = await givenPatient(desk)
      return example(admin, one(patient), { patients: [patient.id], subject: patient.id })
    },
  }
}

export function caseExamples({ receptionist: desk }: People): CaseExamples<{
  editPatient: typeof patients.editPatient
}> {
  const edited = async (body: object) => {
    const patient = await givenPatient(desk)
    return { id: patient.id, body, ...ifMatch(patient) }
  }
  return {
    editPatient: {
      describe: () => edited({ address: '2 Harbour Street' }),
      reportAllergies: () => edited({ allergies: 'Latex' }),
    },
  }
}

export const edits: Edits = {
  editPatient: () => ({ ...patientForm({ dateOfBirth: '1984-05-01', birthPrecision: 'MONTH' }) }),
}

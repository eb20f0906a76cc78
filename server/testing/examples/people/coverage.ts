import type * as coverage from '../../../../contract/people/coverage.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenPatient } from '../../factories/patients/patients.ts'
import { coverageForm, givenCoverage, givenPayer } from '../../factories/patients/payers.ts'

export function examples(people: People): Examples<typeof coverage> {
  const { admin, nurse, receptionist: desk } = people
  const given = async () => {
    const patient = await givenPatient(desk)
    return { patient, covered: await givenCoverage(people, patient) }
  }
  return {
    listCoverage: async () => {
      const { patient } = await given()
      return example(nurse, one(patient), { patients: [patient.id], subject: patient.id })
    },
    addCoverage: async () => {
      const patient = await givenPatient(desk)
      const request = { ...one(patient), body: coverageForm(await givenPayer(admin)) }
      return example(desk, request, { patients: [patient.id], subject: idIn })
    },
    editCoverage: async () => {
      const { patient, covered } = await given()
      const { id: payerId } = await givenPayer(admin)
      const request = { ...one(covered), body: { payerId, validUntil: '2027-12-31' } }
      return example(desk, request, { patients: [patient.id], subject: covered.id, ...ifMatch(covered) })
    },
    removeCoverage: async () => {
      const { patient, covered } = await given()
      return example(desk, one(covered), { patients: [patient.id], subject: covered.id })
    },
  }
}

export const edits: Edits = {
  editCoverage: () => ({
    memberNumber: 'HF-7781',
    plan: 'Gold',
    rank: 2,
    validFrom: '2026-02-01',
    validUntil: '2027-01-31',
  }),
}

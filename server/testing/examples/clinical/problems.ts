import type * as problems from '../../../../contract/clinical/problems.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenPatient } from '../../factories/patients/patients.ts'
import { asthma, diagnose } from '../../factories/problems.ts'

const givenOne = { dateOfBirth: '1980-04-10' }

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof problems> {
  const diagnosed = async () => (await diagnose(doctor, await givenPatient(desk, givenOne))).body
  return {
    listProblems: async () => {
      const { patientId: id } = await diagnosed()
      return example(admin, one({ id }), { patients: [id], subject: id })
    },
    recordProblem: async () => {
      const { id } = await givenPatient(desk, givenOne)
      return example(doctor, { ...one({ id }), body: asthma }, { patients: [id], subject: idIn })
    },
    resolveProblem: async () => {
      const { id, patientId } = await diagnosed()
      return example(
        doctor,
        { ...one({ id }), body: { on: '2020-01-01' } },
        { patients: [patientId], subject: id },
      )
    },
    strikeProblem: async () => {
      const { id, patientId } = await diagnosed()
      const body = { reason: 'Another patient was meant' }
      return example(doctor, { ...one({ id }), body }, { patients: [patientId], subject: id })
    },
  }
}

import type * as vitals from '../../../../contract/clinical/vitals.ts'
import type { strikeVitals } from '../../../../contract/clinical/vitals.ts'
import { type CaseExamples, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenPatient } from '../../factories/patients/patients.ts'
import { takeVitals, wellSet } from '../../factories/vitals.ts'

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof vitals> {
  const patient = () => givenPatient(desk)
  const ofOne = async () => {
    const { id } = await patient()
    await takeVitals(doctor, { id })
    return example(admin, one({ id }), { patients: [id], subject: id })
  }

  return {
    listVitals: ofOne,
    readLatestVitals: ofOne,
    recordVitals: async () => {
      const { id } = await patient()
      return example(doctor, { ...one({ id }), body: wellSet }, { patients: [id], subject: idIn })
    },
    strikeVitals: async () => {
      const { id, patientId } = (await takeVitals(doctor, await patient())).body
      const body = { reason: 'Another patient was meant' }
      return example(doctor, { ...one({ id }), body }, { patients: [patientId], subject: id })
    },
  }
}

export function caseExamples({
  doctor,
  nurse,
  receptionist: desk,
}: People): CaseExamples<{ strikeVitals: typeof strikeVitals }> {
  const setOf = async (recorder: typeof doctor) => {
    const { id } = (await takeVitals(recorder, await givenPatient(desk))).body
    return { id, body: { reason: 'Another patient was meant' } }
  }
  return { strikeVitals: { own: () => setOf(nurse), others: () => setOf(doctor) } }
}

import type * as timeline from '../../../../contract/clinical/timeline.ts'
import { type Examples, example, one, type People } from '../../example.ts'
import { givenPatient } from '../../factories/patients/patients.ts'
import { takeVitals } from '../../factories/vitals.ts'

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof timeline> {
  return {
    readTimeline: async () => {
      const { id } = await givenPatient(desk)
      for (let sets = 0; sets < 4; sets++) await takeVitals(doctor, { id })
      return example(admin, one({ id }), { patients: [id], subject: id })
    },
  }
}

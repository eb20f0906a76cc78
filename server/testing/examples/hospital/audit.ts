import type * as audit from '../../../../contract/hospital/audit.ts'
import { readPatient } from '../../../../contract/people/patients.ts'
import { type Examples, example, one, type People } from '../../example.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({ admin, receptionist: desk }: People): Examples<typeof audit> {
  return {
    listAudit: async () => {
      const patient = await givenPatient(desk)
      await desk.call(readPatient, one(patient))
      return example(admin, { query: { patientId: patient.id } }, { patients: namedIn, subject: patient.id })
    },
    countNewAudit: async () => example(admin, { query: { since: 0 } }),
    readAuditSeal: async () => example(admin),
    exportAuditSeals: async () => example(admin),
    exportAudit: async () => {
      const patient = await givenPatient(desk)
      return example(
        admin,
        { query: { patientId: patient.id } },
        { patients: [patient.id], subject: patient.id },
      )
    },
  }
}

function namedIn(reply: unknown): string[] {
  const { items } = reply as { items: { patients: { id: string }[] }[] }
  return [...new Set(items.flatMap(({ patients }) => patients.map(({ id }) => id)))]
}

import type * as beds from '../../../../contract/wards/beds.ts'
import type { changeBed } from '../../../../contract/wards/beds.ts'
import { ifMatch } from '../../client.ts'
import {
  type CaseExamples,
  type Examples,
  example,
  idIn,
  one,
  type People,
  patientsIn,
} from '../../example.ts'
import { admit } from '../../factories/admissions.ts'
import { givenBed } from '../../factories/beds.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof beds> {
  const bed = () => givenBed(admin)
  const admission = async () => (await admit(desk, { bedId: (await bed()).id, doctorId: doctor.id })).body

  return {
    listBeds: async () => {
      await admission()
      return example(desk, {}, { patients: patientsIn })
    },
    listBedsOfWard: async () => {
      await admission()
      return example(desk, { params: { ward: 'general' } }, { patients: patientsIn })
    },
    listAvailableBeds: async () => example(desk),
    listBedsAt: async () => {
      await admission()
      return example(doctor, { params: { moment: new Date().toISOString() } }, { patients: patientsIn })
    },
    readBed: async () => {
      const { bedId, patientId } = await admission()
      return example(desk, { params: { id: bedId } }, { patients: [patientId], subject: bedId })
    },
    addBed: async () =>
      example(
        admin,
        { body: { bedNumber: `E-${Math.random().toString(36).slice(2, 10)}`, ward: 'GENERAL' } },
        { subject: idIn },
      ),
    addBeds: async () => {
      const ward = Math.random().toString(36).slice(2, 10)
      return example(admin, { body: { bedNumbers: [`${ward}-1`, `${ward}-2`], ward: 'GENERAL' } })
    },
    changeBed: async () => {
      const [free, patient] = [await bed(), await givenPatient(desk)]
      const body = { status: 'OCCUPIED', patientId: patient.id }
      const subject = (reply: unknown) => (reply as { admissionId: string }).admissionId
      // The number and the ward of a bed, which can be changed by the same call, are the administrator's.
      return example(admin, { ...one(free), body }, { patients: [patient.id], subject, ...ifMatch(free) })
    },
    deleteBed: async () => {
      const free = await bed()
      return example(admin, one(free), { subject: free.id })
    },
  }
}

export function caseExamples({
  admin,
  doctor,
  receptionist: desk,
}: People): CaseExamples<{ changeBed: typeof changeBed }> {
  const bed = async (body: object, of: Parameters<typeof givenBed>[1] = {}) => {
    const added = await givenBed(admin, of)
    return { id: added.id, body, ...ifMatch(added) }
  }
  return {
    changeBed: {
      describe: () => bed({ notes: 'By the window' }),
      admit: async () => bed({ status: 'OCCUPIED', patientId: (await givenPatient(desk)).id }),
      discharge: async () => {
        const free = await givenBed(admin)
        const { bedId } = (await admit(desk, { bedId: free.id, doctorId: doctor.id })).body
        return { id: bedId, body: { status: 'AVAILABLE' } }
      },
      setMaintenance: () => bed({ status: 'MAINTENANCE' }),
      endMaintenance: () => bed({ status: 'AVAILABLE' }, { status: 'MAINTENANCE' }),
    },
  }
}

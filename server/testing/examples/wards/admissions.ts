import type * as admissions from '../../../../contract/wards/admissions.ts'
import { dischargePatient, recordAcuity } from '../../../../contract/wards/admissions.ts'
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

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof admissions> {
  const bed = () => givenBed(admin)
  const admission = async () => (await admit(desk, { bedId: (await bed()).id, doctorId: doctor.id })).body
  const about = (admitted: { id: string; patientId: string }) => ({
    patients: [admitted.patientId],
    subject: admitted.id,
  })

  return {
    listAdmissions: async () => {
      await admission()
      return example(desk, {}, { patients: patientsIn })
    },
    listPatientAdmissions: async () => {
      const { patientId } = await admission()
      return example(desk, { params: { id: patientId } }, { patients: [patientId], subject: patientId })
    },
    readAdmission: async () => {
      const admitted = await admission()
      return example(desk, one(admitted), about(admitted))
    },
    listStays: async () => {
      const admitted = await admission()
      return example(desk, one(admitted), about(admitted))
    },
    listAcuity: async () => {
      const admitted = await admission()
      await doctor.call(recordAcuity, { ...one(admitted), body: { acuity: 'STABLE' } })
      return example(desk, one(admitted), about(admitted))
    },
    admitPatient: async () => {
      const [{ id: bedId }, patient] = [await bed(), await givenPatient(desk)]
      const body = { patientId: patient.id, bedId, doctorId: doctor.id, diagnosis: 'Fever' }
      return example(desk, { body }, { patients: [patient.id], subject: idIn })
    },
    editAdmission: async () => {
      const admitted = await admission()
      const body = { doctorId: doctor.id, diagnosis: 'Influenza' }
      return example(desk, { ...one(admitted), body }, { ...about(admitted), ...ifMatch(admitted) })
    },
    transferPatient: async () => {
      const [admitted, other] = [await admission(), await bed()]
      return example(
        desk,
        { ...one(admitted), body: { bedId: other.id, fromBedId: admitted.bedId } },
        about(admitted),
      )
    },
    dischargePatient: async () => {
      const admitted = await admission()
      return example(desk, { ...one(admitted), body: { destination: 'HOME' } }, about(admitted))
    },
    signDischargeSummary: async () => {
      const admitted = await admission()
      await desk.call(dischargePatient, { ...one(admitted), body: { destination: 'HOME' } })
      return example(doctor, { ...one(admitted), body: { summary: 'Recovered' } }, about(admitted))
    },
    takeBackDeath: async () => {
      const { id, patientId } = await admission()
      await desk.call(dischargePatient, { params: { id }, body: { destination: 'DIED' } })
      const body = { reason: 'Another patient was meant' }
      return example(
        admin,
        { params: { id: patientId }, body },
        { patients: [patientId], subject: patientId },
      )
    },
    recordAcuity: async () => {
      const admitted = await admission()
      return example(doctor, { ...one(admitted), body: { acuity: 'STABLE' } }, about(admitted))
    },
  }
}

export function caseExamples({ admin, doctor, receptionist: desk }: People): CaseExamples<{
  dischargePatient: typeof dischargePatient
}> {
  const leaving = async (body: object) => {
    const { id } = (await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id })).body
    return { id, body: { destination: 'HOME', ...body } }
  }
  return {
    dischargePatient: {
      discharge: () => leaving({}),
      signSummary: () => leaving({ summary: 'Recovered' }),
    },
  }
}

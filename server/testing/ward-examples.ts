import { ifMatch } from './client.ts'
import type { MakeExample, People } from './example.ts'
import { givenPatient } from './factories.ts'
import { admit, givenBed } from './ward-factories.ts'

const idIn = (reply: unknown) => (reply as { id: string }).id
const patientsIn = (reply: unknown) => {
  const records = (Array.isArray(reply) ? reply : (reply as { items: unknown[] }).items) as WithPatient[]
  const ids = records.map(({ patientId, patient }) => patientId ?? patient?.id)
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}
interface WithPatient {
  patientId?: string | null
  patient?: { id: string } | null
}

/** One call that succeeds for every endpoint of beds and admissions. */
export function wardExamples(people: People, example: MakeExample) {
  const { admin, doctor, receptionist: desk } = people
  const bed = () => givenBed(admin)
  const admission = async () => (await admit(desk, { bedId: (await bed()).id, doctorId: doctor.id })).body
  const one = (record: { id: string }) => ({ params: { id: record.id } })
  const about = (admitted: { id: string; patientId: string }) => ({
    patients: [admitted.patientId],
    subject: admitted.id,
  })

  return {
    listBeds: async () => {
      await admission()
      return example(desk, {}, { patients: patientsIn })
    },
    listBedsOfWard: async () => {
      await admission()
      return example(desk, { params: { ward: 'general' } }, { patients: patientsIn })
    },
    listAvailableBeds: async () => example(desk, {}),
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
        { body: { bedNumber: `E-${Math.random().toString(36).slice(2, 10)}`, ward: 'ICU' } },
        { subject: idIn },
      ),
    changeBed: async () => {
      const [free, patient] = [await bed(), await givenPatient(desk)]
      const body = { status: 'OCCUPIED', patientId: patient.id }
      const subject = (reply: unknown) => (reply as { admissionId: string }).admissionId
      return example(desk, { ...one(free), body }, { patients: [patient.id], subject })
    },
    deleteBed: async () => {
      const free = await bed()
      return example(admin, one(free), { subject: free.id })
    },
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
      return example(desk, { ...one(admitted), body: { bedId: other.id } }, about(admitted))
    },
    dischargePatient: async () => {
      const admitted = await admission()
      return example(desk, { ...one(admitted), body: { destination: 'HOME' } }, about(admitted))
    },
    recordAcuity: async () => {
      const admitted = await admission()
      return example(doctor, { ...one(admitted), body: { acuity: 'STABLE' } }, about(admitted))
    },
  }
}

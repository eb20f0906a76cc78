import type { z } from 'zod'
import { type Admission, type AdmissionForm, admitPatient } from '../../../contract/wards/admissions.ts'
import type { Answer, Client } from '../client.ts'
import { givenPatient } from './patients/patients.ts'

export interface AdmissionWishes extends Partial<z.input<typeof AdmissionForm>> {
  bedId: string
  doctorId: string
}

/** Asks for an admission, of a new patient unless told otherwise; the answer may be a refusal. */
export async function admit(desk: Client, wishes: AdmissionWishes): Promise<Answer<Admission>> {
  const patientId = wishes.patientId ?? (await givenPatient(desk)).id
  return desk.call(admitPatient, { body: { diagnosis: 'Pneumonia', ...wishes, patientId } })
}

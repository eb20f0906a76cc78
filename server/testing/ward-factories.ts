import type { z } from 'zod'
import { type Admission, type AdmissionForm, admitPatient } from '../../contract/admissions.ts'
import { addBed, type Bed, type BedForm } from '../../contract/beds.ts'
import type { Answer, Client } from './client.ts'
import { givenPatient } from './factories.ts'

let beds = 0

/** Adds a bed through the API, with a number that none has. */
export async function givenBed(admin: Client, changed: Partial<z.input<typeof BedForm>> = {}): Promise<Bed> {
  beds++
  return (await admin.call(addBed, { body: { bedNumber: `T-${beds}`, ward: 'GENERAL', ...changed } })).body
}

export interface AdmissionWishes extends Partial<z.input<typeof AdmissionForm>> {
  bedId: string
  doctorId: string
}

/** Asks for an admission, of a new patient unless told otherwise; the answer may be a refusal. */
export async function admit(desk: Client, wishes: AdmissionWishes): Promise<Answer<Admission>> {
  const patientId = wishes.patientId ?? (await givenPatient(desk)).id
  return desk.call(admitPatient, { body: { diagnosis: 'Pneumonia', ...wishes, patientId } })
}

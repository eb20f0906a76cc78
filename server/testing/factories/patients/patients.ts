import type { z } from 'zod'
import { readSite } from '../../../../contract/hospital/hospital.ts'
import { type Patient, type PatientForm } from '../../../../contract/people/patients.ts'
import { registerPatient } from '../../../../contract/people/registration.ts'
import { labelCode } from '../../../../contract/search/labels.ts'
import type { Client } from '../../client.ts'

type Filled = z.input<typeof PatientForm>

const given = ['Amara', 'Björn', 'Chen', 'Dalia', 'Élodie', 'Farid', 'Grace', 'Hiroshi']
const family = ['Nwosu', 'Ångström', 'Wei', 'Mansour', "O'Neill", 'Rahimi', 'de la Cruz', 'Mori']
let made = 0

/** A filled patient form, unlike every other. */
export function patientForm(changed: Partial<Filled> = {}): Filled {
  made++
  return {
    firstName: given[made % given.length] ?? 'Amara',
    lastName: `${family[made % family.length]} ${made}`,
    dateOfBirth: `${1940 + (made % 60)}-0${1 + (made % 9)}-1${made % 10}`,
    gender: made % 2 ? 'FEMALE' : 'MALE',
    contactNumber: `+44 20 7946 ${String(made).padStart(4, '0')}`,
    email: `patient${made}@example.org`,
    address: `${made} Harbour Street, Portsmouth`,
    bloodGroup: 'O+',
    allergies: 'Penicillin',
    medicalHistory: 'Asthma since childhood',
    ...changed,
  }
}

/** Registers a patient through the API. */
export async function givenPatient(desk: Client, changed: Partial<Filled> = {}): Promise<Patient> {
  return (await desk.call(registerPatient, { body: patientForm(changed) })).body
}

/** The code that the hospital prints on the patient's labels. */
export async function labelOf(desk: Client, { id }: { id: string }): Promise<string> {
  const { labelMark } = (await desk.call(readSite)).body
  return labelCode({ mark: labelMark, patientId: id })
}

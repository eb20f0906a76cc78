import type { Contact } from '../../contract/people/contacts.ts'
import type { Coverage } from '../../contract/people/coverage.ts'
import { newId, now } from './records.ts'

/** An emergency contact of a patient, the mother. */
export function contactOf(patient: { id: string }, fields: Partial<Contact> = {}): Contact {
  return {
    id: newId(),
    patientId: patient.id,
    name: 'Grace Rao',
    relationship: 'MOTHER',
    relationshipDetail: null,
    phone: '+91 98765 00000',
    address: null,
    isEmergency: true,
    isGuardian: false,
    otherPatientId: null,
    otherPatientMrn: null,
    version: 1,
    updatedAt: now,
    ended: null,
    ...fields,
  }
}

/** Primary coverage of a patient, without a first or last day. */
export function coverageOf(patient: { id: string }, fields: Partial<Coverage> = {}): Coverage {
  return {
    id: newId(),
    patientId: patient.id,
    payerId: newId(),
    payerName: 'Harbour Mutual',
    payerKind: 'PRIVATE',
    memberNumber: 'HM-1',
    plan: null,
    rank: 1,
    validFrom: null,
    validUntil: null,
    version: 1,
    updatedAt: now,
    ...fields,
  }
}

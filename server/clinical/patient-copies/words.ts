import { certaintyNames, severityNames } from '../../../contract/clinical/allergy-words.ts'
import { doseUnitNames, frequencyNames, routeNames } from '../../../contract/clinical/medications.ts'
import { consciousnessNames, oxygenNames } from '../../../contract/clinical/signs.ts'
import { notePartNames } from '../../../contract/clinical/visit-notes.ts'
import { appointmentTypeNames } from '../../../contract/front-desk/appointments.ts'
import { cancelReasonNames } from '../../../contract/front-desk/cancel-reasons.ts'
import { relationshipNames } from '../../../contract/people/contact-form.ts'
import { coverageRankNames } from '../../../contract/people/coverage.ts'
import { genderNames } from '../../../contract/people/patients.ts'
import { acuityNames, destinationNames } from '../../../contract/wards/admissions.ts'
import { wardNames } from '../../../contract/wards/wards.ts'
import type { CopiedList } from './queries.ts'

/** The words of the page to read: JSON has the codes. */

export const listTitles: Record<CopiedList, string> = {
  identifiers: 'Identifiers',
  contacts: 'Contacts',
  coverage: 'Coverage',
  allergies: 'Allergies',
  problems: 'Problems',
  medications: 'Medications',
  vitalSigns: 'Vital Signs',
  visitNotes: 'Visit Notes',
  appointments: 'Appointments',
  waitList: 'Wait List',
  admissions: 'Admissions',
  issuedItems: 'Issued Items',
}

const labels: Readonly<Record<string, string>> = {
  mrn: 'MRN',
  email: 'E-mail',
  icd10: 'ICD-10',
  temperature: 'Temperature (°C)',
  pulse: 'Pulse (/min)',
  respiratoryRate: 'Respiratory rate (/min)',
  systolic: 'Systolic blood pressure (mmHg)',
  diastolic: 'Diastolic blood pressure (mmHg)',
  oxygenSaturation: 'Oxygen saturation (%)',
  weight: 'Weight (kg)',
  height: 'Height (cm)',
  pain: 'Pain (0–10)',
  highNews2: 'High NEWS2 score',
  isEmergency: 'Emergency contact',
  isGuardian: 'Guardian',
  onsetOn: 'Began on',
  startsOn: 'From',
  endsOn: 'Until',
  seenAt: 'Seen',
  takenAt: 'Taken',
  recordedAt: 'Recorded',
  endedAt: 'Ended',
  removedAt: 'Removed',
  replacedAt: 'Replaced',
  signedAt: 'Signed',
  stoppedAt: 'Stopped',
  admittedAt: 'Admitted',
  dischargedAt: 'Discharged',
  queuedAt: 'Joined the queue',
  startedAt: 'Began',
  completedAt: 'Completed',
  acknowledgedAt: 'Acknowledged',
  summaryAt: 'Summary signed',
  registeredAt: 'Registered',
  deceasedAt: 'Died',
  at: 'When',
  acuity: 'Status',
  stays: 'Beds',
  reason: 'Reason',
  changes: 'Changes',
}

export function labelOf(field: string, of: CopiedList | null): string {
  if (of === 'visitNotes' && field in notePartNames) return Reflect.get(notePartNames, field) as string
  const words = labels[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gender: genderNames,
  relationship: relationshipNames,
  rank: coverageRankNames,
  severity: severityNames,
  certainty: certaintyNames,
  unit: doseUnitNames,
  route: routeNames,
  frequency: frequencyNames,
  consciousness: consciousnessNames,
  oxygen: oxygenNames,
  type: appointmentTypeNames,
  cancelReason: cancelReasonNames,
  destination: destinationNames,
  acuity: acuityNames,
  ward: wardNames,
}

/** 'IN_PROGRESS' → 'In progress' */
function constantWords(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value that is one of a few, in words. */
export function choiceWords(field: string, value: string | number): string {
  const known = choices[field]?.[value]
  if (known) return known
  return (field === 'status' || field === 'kind') && typeof value === 'string'
    ? constantWords(value)
    : String(value)
}

import { doseUnitNames, routeNames } from '../clinical/medications.ts'
import { appointmentTypeNames } from '../front-desk/appointments.ts'
import { cancelReasonNames } from '../front-desk/cancel-reasons.ts'
import { weekdayNames } from '../front-desk/schedules.ts'
import { relationshipNames } from '../people/contact-form.ts'
import { countersignedActNames } from '../people/countersignatures.ts'
import { permissionWords } from '../people/permission-words.ts'
import { wordsOfRole } from '../people/role-names.ts'
import { spokenDay } from '../spoken.ts'
import { sexRuleNames, wardNames } from '../wards/wards.ts'
import type { AuditKind, AuditRecord } from './audit.ts'
import { actionWords, plainWords } from './audit-actions.ts'
import { secondStepNames } from './settings.ts'

/** The wording of the audit trail, on screens and in exports. */

export const auditKindNames: Record<AuditKind, string> = {
  opened: 'Opened',
  listed: 'Seen in a list',
  received: 'Received live',
  changed: 'Changed',
  printed: 'Printed',
  exported: 'Exported in a list',
  refused: 'Refused',
  other: 'Other',
}

function begun(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** As the forms call a field, where that is not its name. */
const labels: Record<string, string> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  dateOfBirth: 'Date of Birth',
  bloodGroup: 'Blood Group',
  contactNumber: 'Contact Number',
  email: 'E-mail',
  medicalHistory: 'Medical History',
  mrn: 'MRN',
  registered: 'MRN',
  deceasedAt: 'Died',
  doctorId: 'Doctor',
  bedId: 'Bed',
  clinicId: 'Clinic',
  supplierId: 'Supplier',
  locationId: 'Storage location',
  storageLocationId: 'Storage location',
  reorderLevel: 'Reorder Level',
  packSize: 'Pack size',
  expectedDischargeDate: 'Expected discharge',
  offeredRoles: 'Roles',
  active: 'May sign in',
  cleansAfterDischarge: 'Clean beds after discharge and transfer',
  auditRetentionMonths: 'Keep the audit log for',
  waitingLimitMinutes: 'Notify when a patient waits longer than',
  idleLockMinutes: 'Lock idle screens after',
  secondStepOf: 'Ask for a second step when signing in',
  secondStepDays: 'Time to set up a second step',
  invitationOnly: 'Sign-up by invitation only',
  feedsNamePatients: 'Patients’ initials in calendar feeds',
  booksFromHome: 'Booking from home',
  countersignedActs: 'Acts that a second person countersigns',
  isControlled: 'Controlled medicine',
  clockStyle: 'Clock',
  temperatureUnit: 'Unit of temperature',
  weightUnit: 'Unit of weight',
  heightUnit: 'Unit of height',
  logoMark: 'Logo',
  photoMark: 'Photo',
  takenOverFrom: 'Taken over from',
  failures: 'Failed attempts before',
  refused: 'Attempts not heard',
  icd10: 'ICD-10',
  struck: 'Entered in error',
  evenIfUnlikely: 'Confirmed although unlikely',
  leftQueue: 'Left the queue, number',
  startsAt: 'Start',
  endsAt: 'End',
  slotMinutes: 'Minutes for each patient',
  capacity: 'Patients',
  walkIns: 'Walk-ins',
  onlinePlaces: 'Places to book from home',
  weeks: 'Weeks of the month',
  validFrom: 'First day',
  validUntil: 'Last day',
  overbookReason: 'Reason to book outside the hours',
  maxDose: 'Single maximum',
  maxDailyDose: 'Daily maximum',
  maxDosePerKg: 'Child’s maximum per kg',
  maxChildDose: 'Child’s single maximum',
  doseQuestion: 'Asked about the dose',
  doseReason: 'Reason for the dose',
  unitId: 'Name of the ward',
  unitName: 'Name of the ward',
  otherPatientMrn: 'Own record',
  payerId: 'Payer',
  notDuplicates: 'Not duplicates',
  sexRule: 'For',
  isExclusive: 'One patient only',
  isRetired: 'Retired',
  sexRuleReason: 'Reason to place in a ward for the other sex',
}

export function fieldLabel(field: string): string {
  const isConstant = /^[A-Z\d_]+$/.test(field)
  return labels[field] ?? begun(plainWords(isConstant ? constantWords(field) : field))
}

/** Values that are one of a few. */
const choices: Record<string, Readonly<Record<string, string>>> = {
  ward: wardNames,
  weekday: weekdayNames,
  sexRule: sexRuleNames,
  cancelReason: cancelReasonNames,
  secondStepOf: secondStepNames,
  countersignedActs: countersignedActNames,
  countersigned: countersignedActNames,
  unit: doseUnitNames,
  route: routeNames,
  relationship: relationshipNames,
}
/** Fields that name roles. */
const ofRoles = ['role', 'offeredRoles', 'withdrawn']
const constants = [
  'gender',
  'status',
  'type',
  'category',
  'severity',
  'certainty',
  'destination',
  'acuity',
  'kind',
  'checkDigit',
  'cause',
]

/** 'IN_PROGRESS' → 'In progress' */
function constantWords(value: string): string {
  return begun(value.toLowerCase().replaceAll('_', ' '))
}

/** Fields that mean something without a value. */
const emptyWords: Readonly<Record<string, string>> = { sexRule: 'Everyone' }

/** Months and minutes read as such. */
const units: Record<string, { unit: string; none: string }> = {
  auditRetentionMonths: { unit: 'months', none: 'Always' },
  waitingLimitMinutes: { unit: 'minutes', none: 'Never' },
  idleLockMinutes: { unit: 'minutes', none: 'Never' },
  secondStepDays: { unit: 'days', none: '0 days' },
}

/** How a moment and a time of the hospital's clock are said. */
export interface SaidTimes {
  moment: (moment: string) => string
  time: (time: string) => string
}
interface Naming extends SaidTimes {
  names: AuditRecord['names']
}

const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const isDay = (value: string) => /^\d{4}-\d\d(-\d\d)?$/.test(value)
const isMoment = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
/** Typed text is shown as it was typed, even if it looks like a date. */
const tellsTime = /(^|[a-z])(date|day|time|at|on|until|from|to|of birth|since|signed)$/i

function valueWords(field: string, value: unknown, naming: Naming): string {
  if (value === null || value === undefined || value === '')
    return units[field]?.none ?? emptyWords[field] ?? 'Not recorded'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    return value.length === 0 ? 'None' : value.map((one) => valueWords(field, one, naming)).join(', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, one]) => `${fieldLabel(name)}: ${valueWords(name, one, naming)}`)
      .join('; ')
  }
  const text = String(value)
  const unit = units[field]
  if (unit) return `${text} ${unit.unit}`
  if (idShape.test(text)) return naming.names[text] ?? `Record ${text.slice(0, 8)}`
  if (tellsTime.test(plainWords(field))) {
    if (isDay(text)) return spokenDay(text)
    if (isMoment(text)) return naming.moment(text)
    if (/^\d\d:\d\d$/.test(text)) return naming.time(text)
  }
  if (ofRoles.includes(field)) return wordsOfRole(text, []).title
  if (field === 'permissions') return permissionWords(text)
  if (field === 'type')
    return Object.entries(appointmentTypeNames).find(([type]) => type === text)?.[1] ?? text
  return choices[field]?.[text] ?? (constants.includes(field) ? constantWords(text) : text)
}

/** Fields in which two values are two items of a list, and not the value before and after. */
const lists =
  /^(added|removed|drafted|received|putOff|broughtBack|dropped|withdrawn|scopes|leftQueue|RECEIVE|ISSUE|RETURN|ADJUST|DISPOSE)$/
/** Fields whose arrays are lists also in the entry of a creation. */
const listsOnCreation = /^(offeredRoles|permissions|lines|rooms)$/

/** One line of what an entry says about its act. */
export interface ToldChange {
  label: string
  /** For an edited field. */
  before?: string
  after: string
}

function isEdited(field: string, value: unknown): value is [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2 || lists.test(field)) return false
  return !listsOnCreation.test(field) || value.every((side) => Array.isArray(side))
}

/** The changes that an entry records, with both values of each edited field. */
export function changesIn(
  { changes, names }: Pick<AuditRecord, 'changes' | 'names'>,
  said: SaidTimes,
): ToldChange[] {
  const naming = { names, ...said }
  return Object.entries(changes ?? {}).map(([field, value]) => {
    const label = fieldLabel(field)
    if (!isEdited(field, value)) return { label, after: valueWords(field, value, naming) }
    const [before, after] = value
    return { label, before: valueWords(field, before, naming), after: valueWords(field, after, naming) }
  })
}

/** Ids in what an entry tells, which a reader knows by their names. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return idShape.test(value) ? [value] : []
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : []
}

/** The reason for a refusal, if it is recorded. */
const refusals: Record<string, string> = {
  forbidden: 'The role does not allow it',
  stale_version: 'Someone else had changed it meanwhile',
  invalid_email_or_password: 'Wrong e-mail or password',
  account_deactivated: 'The account is deactivated',
  too_many_requests: 'Too many attempts',
  too_many_lookups: 'Too many patients looked up',
}

export function outcomeWords(outcome: string): string {
  return refusals[outcome] ?? begun(outcome.replaceAll('_', ' '))
}

/** The wording of a scope that a screen followed: 'patient:…', 'queue', 'appointments-of-day:2026-11-22' */
export function scopeWords(scope: string): string {
  const [kind = '', key] = scope.split(':')
  if (kind === 'patient') return 'the record'
  if (kind === 'appointments-of-day' && key) return `the appointments of ${spokenDay(key)}`
  if (kind === 'doctor-appointments') return 'a doctor’s appointments'
  return `the ${kind.replaceAll('-', ' ')}`
}

/** 'Failed sign-in', 'Edited the record', 'Record', 'Live: the queue' */
export function actTitle({
  action,
  outcome,
  scope,
}: Pick<AuditRecord, 'action' | 'outcome' | 'scope'>): string {
  if (scope) return `Live: ${scopeWords(scope)}`
  if (action === 'signIn' && outcome !== 'done') return 'Failed sign-in'
  // On a patient's record it is who accessed that.
  if (action === 'listAudit') return 'Audit log'
  return begun(actionWords(action))
}

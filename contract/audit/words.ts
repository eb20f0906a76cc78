import { appointmentTypeNames, cancelReasonNames } from '../appointments.ts'
import type { AuditKind, AuditRecord } from '../audit.ts'
import { roleTitles } from '../permissions.ts'
import { spokenDay } from '../spoken.ts'
import { wardNames } from '../wards.ts'

/** What the trail tells, in words: on screens and in exports alike. */

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

/** What was read or done, where the endpoint's name doesn't say it in plain words. */
const actions: Record<string, string> = {
  readPatient: 'record',
  listPatients: 'patient list',
  summarizeHospital: 'dashboard',
  summarizePatients: 'figures of patients',
  summarizeInventory: 'figures of the inventory',
  printPatients: 'patient list',
  exportPatients: 'the patient list',
  exportInventoryItems: 'the inventory',
  exportAudit: 'the audit log',
  exportAuditSeals: 'the seals of the audit log',
  exportVisitFigures: 'figures of visits',
  exportStayFigures: 'figures of stays',
  exportWeeklyReport: 'the weekly report',
  findProbableDuplicates: 'possible duplicates',
  findLabelledPatient: 'scanned label',
  registerPatient: 'registered the patient',
  editPatient: 'edited the record',
  deletePatient: 'deleted the record',
  listAudit: 'who accessed the record',
  listPatientAppointments: 'appointments',
  readAppointment: 'appointment',
  listAppointmentsOfDay: 'appointments of a day',
  listQueue: 'queue',
  bookAppointment: 'booked an appointment',
  changeAppointment: 'changed an appointment',
  cancelAppointment: 'cancelled an appointment',
  undoAppointmentChange: 'took back a step of an appointment',
  callNext: 'called the patient',
  listPatientAdmissions: 'admissions',
  readAdmission: 'admission',
  listStays: 'beds of an admission',
  admitPatient: 'admitted the patient',
  editAdmission: 'edited the admission',
  transferPatient: 'transferred the patient',
  dischargePatient: 'discharged the patient',
  recordAcuity: 'updated the status',
  takeBackDeath: 'took back a death',
  listBedsAt: 'beds at a past moment',
  changeBed: 'changed the bed',
  readLatestVitals: 'latest vital signs',
  listVitals: 'vital signs',
  recordVitals: 'recorded vital signs',
  strikeVitals: 'struck through vital signs',
  readCurrentMedications: 'current medications',
  prescribeMedication: 'prescribed a medication',
  changeMedication: 'changed a medication',
  stopMedication: 'stopped a medication',
  strikeMedication: 'struck through a medication',
  recordAllergy: 'recorded an allergy',
  strikeAllergy: 'struck through an allergy',
  recordProblem: 'recorded a problem',
  resolveProblem: 'resolved a problem',
  strikeProblem: 'struck through a problem',
  beginVisitNote: 'began a visit note',
  editVisitNote: 'edited a visit note',
  signVisitNote: 'signed a visit note',
  takeOverVisitNote: 'took over a visit note',
  amendVisitNote: 'amended a visit note',
  strikeVisitNote: 'struck through a visit note',
  draftLowStockPurchaseOrders: 'drafted orders of low stock',
  moveStock: 'moved stock',
  addDisplay: 'added a waiting-room screen',
  withdrawDisplay: 'withdrew a waiting-room screen',
  invite: 'invited a colleague',
  withdrawInvitation: 'withdrew an invitation',
  chooseRole: 'changed to another role',
  editStaffMember: 'changed an account',
  editSettings: 'edited the settings',
  putOffSetup: 'put off setting up',
  requestDemo: 'asked for a demo',
  handleDemoRequest: 'marked a demo request',
  readNotification: 'read a notification',
  readNotifications: 'read the notifications',
  chooseNotifications: 'chose notifications',
  signIn: 'signed in',
  signOut: 'signed out',
  signUp: 'signed up',
  followLive: 'live screens',
  openLive: 'live screens',
  dropAuditMonths: 'deleted months of the audit log',
  restoreBackup: 'restored a backup',
}

/** What the log can be narrowed down to. */
export const knownActions = Object.keys(actions)

const done: Record<string, string> = {
  add: 'added',
  edit: 'edited',
  delete: 'deleted',
  change: 'changed',
  send: 'sent',
  cancel: 'cancelled',
  receive: 'received',
}

/** 'record', 'edited the record'; of an endpoint that the table lacks its name: 'listVisitNotes' → 'visit notes' */
export function actionWords(action: string): string {
  const known = actions[action]
  if (known) return known
  const words = plainWords(action.replace(/^(read|list|find|print|export)(?=[A-Z])/, ''))
  const [verb = '', ...things] = words.split(' ')
  return things.length > 0 && done[verb] ? [done[verb], ...things].join(' ') : words
}

/** 'contactNumber' → 'contact number' */
function plainWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? ' ' : ''}${letter.toLowerCase()}`)
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
  supplierId: 'Supplier',
  locationId: 'Storage location',
  storageLocationId: 'Storage location',
  reorderLevel: 'Reorder Level',
  expectedDischargeDate: 'Expected discharge',
  offeredRoles: 'Roles',
  active: 'May sign in',
  cleansAfterDischarge: 'Clean beds after discharge and transfer',
  auditRetentionMonths: 'Keep the audit trail for',
  waitingLimitMinutes: 'Notify when a patient waits longer than',
  clockStyle: 'Clock',
  temperatureUnit: 'Unit of temperature',
  weightUnit: 'Unit of weight',
  heightUnit: 'Unit of height',
  logoMark: 'Logo',
  takenOverFrom: 'Taken over from',
  failures: 'Failed attempts before',
  refused: 'Attempts not heard',
  icd10: 'ICD-10',
  evenIfUnlikely: 'Confirmed although unlikely',
}

export function fieldLabel(field: string): string {
  const isConstant = /^[A-Z\d_]+$/.test(field)
  return labels[field] ?? begun(plainWords(isConstant ? constantWords(field) : field))
}

/** Values that are one of a few. */
const choices: Record<string, Readonly<Record<string, string>>> = {
  ward: wardNames,
  cancelReason: cancelReasonNames,
  role: Object.fromEntries(Object.entries(roleTitles).map(([role, { title }]) => [role, title])),
}
choices['offeredRoles'] = choices['role'] ?? {}
choices['withdrawn'] = choices['role'] ?? {}
const constants = ['gender', 'status', 'type', 'category', 'severity', 'certainty', 'destination', 'acuity']

/** 'IN_PROGRESS' → 'In progress' */
function constantWords(value: string): string {
  return begun(value.toLowerCase().replaceAll('_', ' '))
}

/** Months and minutes read as such. */
const units: Record<string, { unit: string; none: string }> = {
  auditRetentionMonths: { unit: 'months', none: 'Always' },
  waitingLimitMinutes: { unit: 'minutes', none: 'Never' },
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
const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value)
const isMoment = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
/** What people type is told as they typed it, also where it looks like a day. */
const tellsTime = /(^|[a-z])(date|day|time|at|on|until|from|to|of birth|since)$/i

function valueWords(field: string, value: unknown, naming: Naming): string {
  if (value === null || value === undefined || value === '') return units[field]?.none ?? 'Not recorded'
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
  if (field === 'type')
    return Object.entries(appointmentTypeNames).find(([type]) => type === text)?.[1] ?? text
  return choices[field]?.[text] ?? (constants.includes(field) ? constantWords(text) : text)
}

/** Of these, two values are two things that were named, and not the one before and the one after. */
const lists =
  /^(added|removed|drafted|received|putOff|broughtBack|dropped|withdrawn|scopes|RECEIVE|ISSUE|RETURN|ADJUST|DISPOSE)$/
/** Of these they are if they are no lists themselves. */
const listsOnCreation = /^(offeredRoles|lines)$/

/** One line of what an entry says about its act. */
export interface ToldChange {
  label: string
  /** Of a field that was edited. */
  before?: string
  after: string
}

function isEdited(field: string, value: unknown): value is [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2 || lists.test(field)) return false
  return !listsOnCreation.test(field) || value.every((side) => Array.isArray(side))
}

/** What an entry's act changed or said, with both values of each field that was edited. */
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

/** Why somebody was refused, where it is said at all. */
const refusals: Record<string, string> = {
  forbidden: 'The role does not allow it',
  stale_version: 'Someone else had changed it meanwhile',
  invalid_email_or_password: 'Wrong e-mail or password',
  account_deactivated: 'The account is deactivated',
  too_many_requests: 'Too many attempts',
}

export function outcomeWords(outcome: string): string {
  return refusals[outcome] ?? begun(outcome.replaceAll('_', ' '))
}

/** 'Failed sign-in', 'Edited the record', 'Record' */
export function actTitle({ action, outcome }: Pick<AuditRecord, 'action' | 'outcome'>): string {
  if (action === 'signIn' && outcome !== 'done') return 'Failed sign-in'
  // On a patient's record it is who accessed that.
  if (action === 'listAudit') return 'Audit log'
  return begun(actionWords(action))
}

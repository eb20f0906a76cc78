import { type AuditKind, type AuditRecord, auditKinds } from '../../contract/audit.ts'
import { formatDay } from '../ui/format.ts'

export const kindNames: Record<AuditKind, string> = {
  opened: 'Opened',
  listed: 'Seen in a list',
  received: 'Received live',
  changed: 'Changed',
  printed: 'Printed',
  exported: 'Exported in a list',
  refused: 'Refused',
  other: 'Other',
}

/** In the order in which a visit tells them: what was looked at and done before what was merely shown. */
const order: readonly AuditKind[] = [
  'opened',
  'changed',
  'printed',
  'exported',
  'refused',
  'received',
  'listed',
  'other',
]

/** What was read or done, where the endpoint's name doesn't say it in plain words. */
const words: Record<string, string> = {
  readPatient: 'record',
  listPatients: 'patient list',
  printPatients: 'patient list',
  exportPatients: 'the patient list',
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
  recordAllergy: 'recorded an allergy',
  strikeAllergy: 'struck through an allergy',
  recordProblem: 'recorded a problem',
  resolveProblem: 'resolved a problem',
  beginVisitNote: 'began a visit note',
  editVisitNote: 'edited a visit note',
  signVisitNote: 'signed a visit note',
}

/** 'listVisitNotes' → 'visit notes', 'strikeProblem' → 'strike problem' */
function plainWords(action: string): string {
  const read = action.replace(/^(read|list|find|print|export)(?=[A-Z])/, '')
  return read.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? ' ' : ''}${letter.toLowerCase()}`)
}

/** What a screen showed that was told live: 'patient:…', 'queue', 'appointments-of-day:2026-11-22' */
function scopeWords(scope: string): string {
  const [kind = '', key] = scope.split(':')
  if (kind === 'patient') return 'the record'
  if (kind === 'appointments-of-day' && key) return `the appointments of ${formatDay(key)}`
  return `the ${kind.replaceAll('-', ' ')}`
}

function thingOf({ kind, action, scope, changes }: AuditRecord): string {
  if (kind === 'received') return scopeWords(scope ?? '')
  const thing = words[action] ?? plainWords(action)
  if (kind === 'exported') {
    const { search } = (changes?.['exported'] ?? {}) as { search?: string }
    return search ? `${thing} with “${search}”` : thing
  }
  if (kind === 'changed' && action.startsWith('edit')) {
    const fields = Object.keys(changes ?? {}).map(plainWords)
    return fields.length > 0 ? `${thing}: ${fields.join(', ')}` : thing
  }
  return thing
}

/** What was done in a visit, kind by kind, each thing once; the records are newest first, and told in their order. */
export function doneIn(records: readonly AuditRecord[]): { kind: AuditKind; things: string[] }[] {
  const counts = new Map<AuditKind, Map<string, number>>()
  for (const record of records.toReversed()) {
    const things = counts.get(record.kind) ?? new Map<string, number>()
    counts.set(record.kind, things)
    const thing = thingOf(record)
    things.set(thing, (things.get(thing) ?? 0) + 1)
  }
  return order.flatMap((kind) => {
    const things = counts.get(kind)
    if (!things) return []
    return { kind, things: [...things].map(([thing, n]) => (n > 1 ? `${thing} (${n} times)` : thing)) }
  })
}

export const kindChoices = auditKinds
  .filter((kind) => kind !== 'other')
  .map((kind) => ({ value: kind, label: kindNames[kind] }))

import { expect, test, vi } from 'vitest'
import { type Allergy, listAllergies } from '../../../../contract/clinical/allergies.ts'
import { listMedications } from '../../../../contract/clinical/medications.ts'
import { listProblems } from '../../../../contract/clinical/problems.ts'
import { readTimeline, type TimelineEvent } from '../../../../contract/clinical/timeline.ts'
import { listVisitNotes } from '../../../../contract/clinical/visit-notes.ts'
import { listVitals } from '../../../../contract/clinical/vitals.ts'
import { listPatientAppointments } from '../../../../contract/front-desk/appointments.ts'
import { listContacts } from '../../../../contract/people/contacts.ts'
import { listCoverage } from '../../../../contract/people/coverage.ts'
import { type Patient, readPatient } from '../../../../contract/people/patients.ts'
import type { Role } from '../../../../contract/permissions.ts'
import type { PatientMovement } from '../../../../contract/store/recipients.ts'
import {
  type AcuityEntry,
  type Admission,
  listAcuity,
  listPatientAdmissions,
  listStays,
} from '../../../../contract/wards/admissions.ts'
import { medicationOf } from '../../../testing/clinical.ts'
import { contactOf, coverageOf } from '../../../testing/contacts.ts'
import type { Hospital } from '../../../testing/hospital.ts'
import {
  admissionIn,
  appointmentOf,
  newId,
  occupiedBed,
  patientRecord,
  reportedAllergy,
} from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { PrintedRecord } from './PrintedRecord.tsx'

const none = { items: [], total: 0, nextCursor: null }

/** A time of day has a narrow space of its own. */
const spaced = (words: string | null | undefined) => (words ?? '').replace(/\s/g, ' ')

/** A patient's record on paper: empty but for what `also` gives. */
async function paperOf(patient: Patient, role: Role, also: (hospital: Hospital) => void) {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  print.mockClear()
  const hospital = hospitalFor(role)
  hospital.answer(readPatient, patient)
  for (const list of [listPatientAppointments, listAllergies, listPatientAdmissions] as const)
    hospital.answer(list, none)
  if (role === 'doctor') {
    for (const list of [listProblems, listMedications, listVitals, listVisitNotes] as const)
      hospital.answer(list, none)
    hospital.answer(readTimeline, none)
  }
  hospital.answer(listStays, [])
  also(hospital)
  await show(<PrintedRecord id={patient.id} onDone={() => {}} />, hospital)
  await expect.poll(() => print.mock.calls.length).toBe(1)
  const paper = document.querySelector('[data-print-sheet]')
  if (!paper) throw new Error('Nothing is printed')
  /** The words below a heading. */
  function partOf(title: string): string {
    const heading = [...(paper?.querySelectorAll('h2') ?? [])].find((one) => one.textContent === title)
    return spaced(heading?.nextElementSibling?.textContent)
  }
  return { hospital, words: spaced(paper.textContent), partOf }
}

const patient = patientRecord()
const admissionWith = (fields: Partial<Admission>) =>
  admissionIn(occupiedBed(patient, { bedNumber: 'A-2' }), fields)
const admittedOnce = (admission: Admission) => (hospital: Hospital) =>
  hospital.answer(listPatientAdmissions, { ...none, items: [admission], total: 1 })

test('a printed record holds the notes of an admission and every bed of it', async () => {
  const admission = admissionWith({ notes: 'Needs an interpreter' })
  const stay = {
    id: newId(),
    bedId: newId(),
    from: admission.admissionDate,
    until: null,
    reason: null,
    sexRuleReason: null,
  }
  const { words } = await paperOf(patient, 'receptionist', (hospital) => {
    admittedOnce(admission)(hospital)
    hospital.answer(listStays, [
      { ...stay, bedNumber: 'ICU-1', ward: 'ICU', unitName: 'ICU', until: '2026-11-22T10:00:00.000Z' },
      {
        ...stay,
        id: newId(),
        bedNumber: 'A-2',
        ward: 'GENERAL',
        unitName: 'General Ward',
        reason: 'Stable for a day',
      },
    ])
  })
  for (const said of ['ICU-1, ICU', 'A-2, General Ward', 'Stable for a day', 'Needs an interpreter'])
    expect(words).toContain(said)
})

test('a printed record says who entered an admission or a discharge late', async () => {
  const admission = admissionWith({
    admissionEntered: { at: '2026-11-22T08:30:00.000Z', by: 'Grace Okafor' },
    dischargeDate: '2026-11-22T10:30:00.000Z',
    dischargeEntered: { at: '2026-11-22T12:30:00.000Z', by: 'Kiran Bose' },
    destination: 'HOME',
    status: 'discharged',
  })
  const { words } = await paperOf(patient, 'receptionist', admittedOnce(admission))
  expect(words).toContain('Entered 22 Nov 2026, 2:00 PM by Grace Okafor')
  expect(words).toContain('Entered 22 Nov 2026, 6:00 PM by Kiran Bose')
})

test('a printed record holds every status of an admission, with the notes of those who may read them', async () => {
  const entries: AcuityEntry[] = [
    { acuity: 'CRITICAL', note: 'Needs oxygen', at: '2026-11-22T05:30:00.000Z', by: 'Anika Mehta' },
    { acuity: 'SERIOUS', note: null, at: '2026-11-22T08:30:00.000Z', by: 'Kiran Bose' },
    { acuity: 'STABLE', note: 'Walks', at: '2026-11-22T12:30:00.000Z', by: 'Anika Mehta' },
  ]
  const admission = admissionWith({ acuity: entries.at(-1) ?? null })
  const { words, hospital } = await paperOf(patient, 'doctor', (of) => {
    admittedOnce(admission)(of)
    of.answer(listAcuity, ({ query }) => {
      const begin = Number(query['cursor'] ?? 0)
      const nextCursor = begin + 2 < entries.length ? String(begin + 2) : null
      return { items: entries.slice(begin, begin + 2), total: entries.length, nextCursor }
    })
  })
  for (const said of [
    'Critical, 22 Nov 2026, 11:00 AM, Anika Mehta. Needs oxygen',
    'Serious, 22 Nov 2026, 2:00 PM, Kiran Bose',
    'Stable, 22 Nov 2026, 6:00 PM, Anika Mehta. Walks',
  ])
    expect(words.split(said)).toHaveLength(2)
  expect(hospital.sent(listAcuity)).toHaveLength(2)
})

test('a printed record says where the statuses could not be loaded', async () => {
  const last = { acuity: 'STABLE', note: null, at: '2026-11-22T12:30:00.000Z', by: 'Anika Mehta' } as const
  const { words } = await paperOf(patient, 'receptionist', (hospital) => {
    admittedOnce(admissionWith({ acuity: last }))(hospital)
    hospital.answer(listAcuity, () => {
      throw new TypeError('Failed to fetch')
    })
  })
  expect(words).toContain('The statuses could not be loaded when this was printed.')
})

test('a printed record holds the queue number and the notes of each appointment', async () => {
  const visit = appointmentOf(patient, { queueNumber: 417, notes: 'Comes by wheelchair' })
  const { words } = await paperOf(patient, 'receptionist', (hospital) =>
    hospital.answer(listPatientAppointments, { ...none, items: [visit], total: 1 }),
  )
  expect(words).toContain('417')
  expect(words).toContain('Notes: Comes by wheelchair')
})

const issued: PatientMovement = {
  id: newId(),
  inventoryItemId: newId(),
  inventoryItemName: 'Amoxicillin 500 mg',
  unit: 'tablets',
  quantity: -21,
  batchNumber: 'LOT-7',
  allergy: 'Penicillin',
  allergyReason: 'Nothing else helps',
  recordedAt: '2026-11-22T08:30:00.000Z',
  recordedBy: 'Sam Storer',
}
const returned: PatientMovement = {
  ...issued,
  id: newId(),
  quantity: 6,
  allergy: null,
  allergyReason: null,
  recordedAt: '2026-11-22T10:30:00.000Z',
  recordedBy: null,
}

test('a printed record holds what the store issued to the patient and took back', async () => {
  const { partOf, hospital } = await paperOf(patient, 'doctor', (of) =>
    of.answer(readTimeline, ({ query }) => {
      const [at, later] = [issued.recordedAt, returned.recordedAt]
      const stopped = medicationOf({ name: 'Saline' })
      const earlier: TimelineEvent[] = [{ id: 'issue:1', at, event: 'issue', record: issued }]
      const latest: TimelineEvent[] = [
        { id: 'return:2', at: later, event: 'return', record: returned },
        { id: 'stop:3', at: later, event: 'stop', record: stopped },
      ]
      return query['cursor'] ? { items: earlier, nextCursor: null } : { items: latest, nextCursor: 'next' }
    }),
  )
  const part = partOf('Issued from the Store')
  for (const said of [
    'Issued: 21 tablets',
    'LOT-7',
    'Sam Storer',
    'Issued despite allergy to Penicillin: Nothing else helps',
    'Returned: 6 tablets',
    'Not recorded',
  ])
    expect(part).toContain(said)
  expect(part).not.toContain('Saline')
  expect(hospital.sent(readTimeline)).toHaveLength(2)
})

test('a receptionist’s printed record has no stock, and asks for none', async () => {
  const { words, hospital } = await paperOf(patient, 'receptionist', () => {})
  expect(words).not.toContain('Issued from the Store')
  expect(hospital.sent(readTimeline)).toEqual([])
})

test('both parts of a printed record that name allergies say the same', async () => {
  const trace = { patientId: patient.id, recordedAt: '2026-11-01T05:00:00.000Z', recordedBy: 'Anika Mehta' }
  const entry = (fields: Partial<Allergy> & { substance: string }): Allergy => ({
    id: newId(),
    ...trace,
    struck: null,
    ...reportedAllergy(fields.substance),
    replacesId: null,
    replaced: null,
    ...fields,
  })
  const penicillin = {
    substance: 'Penicillin',
    isNoneKnown: false,
    severity: 'SEVERE',
    certainty: 'CONFIRMED',
    reaction: 'Swollen face',
  } as const
  const latex = reportedAllergy('Latex (gloves; at work)')
  const at = '2026-11-02T05:00:00.000Z'
  const outweighed = entry({ substance: 'None known', isNoneKnown: true })
  const struck = entry({
    substance: 'Kiwi',
    struck: { at, isByDoctor: true, by: 'Anika Mehta', reason: 'Another patient' },
  })
  const replaced = entry({ substance: 'Penicilin', replaced: { at, by: 'Anika Mehta' } })
  const entries = [outweighed, struck, replaced, entry(penicillin), entry(latex)]
  const allergic = { ...patient, allergens: [penicillin, latex] }
  const { partOf } = await paperOf(allergic, 'receptionist', (hospital) =>
    hospital.answer(listAllergies, { ...none, items: entries, total: entries.length }),
  )
  expect(partOf('Allergies')).toBe(
    'Penicillin (severe): Swollen face; Latex (gloves; at work), to be confirmed',
  )
  const heading = [...document.querySelectorAll('h2')].find(
    ({ textContent }) => textContent === 'Allergies in Detail',
  )
  const rows = [...(heading?.nextElementSibling?.querySelectorAll('tbody tr') ?? [])]
  const standing = rows.filter(
    (row) => row.querySelectorAll('td').length > 1 && !row.matches('[data-struck]'),
  )
  const cells = standing.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
  expect(
    cells.map(([substance, severity, certainty, reaction]) => [substance, severity, certainty, reaction]),
  ).toEqual([
    ['Penicillin', 'Severe', 'Confirmed', 'Swollen face'],
    ['Latex (gloves; at work)', '', 'To be confirmed by a doctor', 'Not recorded'],
  ])
})

test('a printed record says whom to call, and who pays until when', async () => {
  const { partOf } = await paperOf(patient, 'receptionist', (hospital) => {
    hospital.answer(listContacts, [contactOf(patient, { name: 'Grace Rao', isGuardian: true })])
    hospital.answer(listCoverage, [coverageOf(patient, { validUntil: '2025-12-31' })])
  })
  const contacts = partOf('Next of Kin and Contacts')
  for (const said of ['Grace Rao', 'Mother', '+91 98765 00000', 'Emergency contact, guardian'])
    expect(contacts).toContain(said)
  const coverage = partOf('Coverage')
  for (const said of ['Harbour Mutual', 'Primary', 'HM-1', 'Until 31 Dec 2025, expired'])
    expect(coverage).toContain(said)
})

import type { z } from 'zod'
import {
  beginVisitNote,
  signVisitNote,
  type VisitNote,
  type VisitNoteForm,
} from '../../../contract/clinical/visit-notes.ts'
import { type Appointment, changeAppointment } from '../../../contract/front-desk/appointments.ts'
import { chooseRole, readMe } from '../../../contract/people/staff.ts'
import { newAccount, offerRoles, type StaffClient, sendSignUp } from '../app.ts'
import type { Answer, Client, Extra } from '../client.ts'
import { utcToday } from '../days.ts'
import { change, givenAppointment } from './appointments.ts'

export const ofCough = {
  reason: 'Cough for a week',
  findings: 'Chest clear, temperature 37.1 °C',
  assessment: 'Viral bronchitis',
  plan: 'Rest and fluids, back in a week if no better',
} satisfies z.input<typeof VisitNoteForm>

/** A consultation that this doctor has begun. */
export async function givenVisit(
  desk: Client,
  doctor: StaffClient,
  patientId?: string,
): Promise<Appointment> {
  const appointment = await givenAppointment(desk, {
    doctorId: doctor.id,
    date: utcToday(),
    ...(patientId && { patientId }),
  })
  await change(desk, { id: appointment.id }, { status: 'IN_QUEUE' })
  return (await change(doctor, { id: appointment.id }, { status: 'IN_PROGRESS' })).body
}

/** Begins the note of a visit; the answer may be a refusal. */
export function beginNote(
  doctor: Client,
  visit: { id: string },
  form: z.input<typeof VisitNoteForm> = ofCough,
  extra: Extra = {},
): Promise<Answer<VisitNote>> {
  return doctor.call(beginVisitNote, { params: { id: visit.id }, body: form }, extra)
}

export function signNote(doctor: Client, { id, version }: { id: string; version: number }) {
  return doctor.call(signVisitNote, { params: { id }, body: { version } })
}

export async function givenSignedNote(desk: Client, doctor: StaffClient): Promise<VisitNote> {
  const { body } = await beginNote(doctor, await givenVisit(desk, doctor))
  return (await signNote(doctor, body)).body
}

/** A draft of a doctor whose account was deactivated after they wrote it. */
export async function givenLeftDraft(admin: Client, desk: Client): Promise<VisitNote> {
  const account = newAccount()
  const { headers } = await sendSignUp({ visitor: admin }, account)
  const cookie = headers.getSetCookie().map((line) => line.split(';')[0])
  const token = await admin.send('GET', '/api/auth/token', { headers: { cookie: cookie.join('; ') } })
  const authorization = `Bearer ${(token.body as { token: string }).token}`
  const as = { headers: { authorization } }
  const { id } = (await admin.call(readMe, {}, as)).body
  await offerRoles(admin, id, ['doctor'])
  await admin.call(chooseRole, { body: { role: 'doctor' } }, as)
  const visit = await givenAppointment(desk, { doctorId: id, date: utcToday() })
  await change(desk, { id: visit.id }, { status: 'IN_QUEUE' })
  const start = { params: { id: visit.id }, body: { status: 'IN_PROGRESS' as const } }
  await admin.call(changeAppointment, start, as)
  const draft = (await beginNote(admin, visit, ofCough, as)).body
  await offerRoles(admin, id, ['doctor'], false)
  return draft
}

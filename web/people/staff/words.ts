import { type Doctor, doctorName, type ListedDoctor } from '../../../contract/people/staff.ts'

/** 'Anika Mehta (a.mehta@example.org), Cardiology, Heart clinic, Room 4' */
export function doctorWords(doctor: Doctor & Partial<ListedDoctor>): string {
  const { email, specialty, clinic, room } = doctor
  return [`${doctorName(doctor)} (${email})`, specialty, clinic, room].filter(Boolean).join(', ')
}

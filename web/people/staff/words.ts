import { type Doctor, doctorName, type ListedDoctor } from '../../../contract/people/staff.ts'
import { type Role, roleTitles } from '../../../contract/permissions.ts'

/** 'Doctor, Receptionist' */
export function roleWords(offered: readonly Role[]): string {
  return offered.length === 0 ? 'None' : offered.map((role) => roleTitles[role].title).join(', ')
}

/** 'Anika Mehta (a.mehta@example.org), Cardiology, Room 4' */
export function doctorWords(doctor: Doctor & Partial<ListedDoctor>): string {
  return [`${doctorName(doctor)} (${doctor.email})`, doctor.specialty, doctor.room].filter(Boolean).join(', ')
}

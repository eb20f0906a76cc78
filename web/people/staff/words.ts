import { type Doctor, doctorName, type ListedDoctor } from '../../../contract/people/staff.ts'

/** 'Anika Mehta (a.mehta@example.org), Cardiology, Room 4' */
export function doctorWords(doctor: Doctor & Partial<ListedDoctor>): string {
  return [`${doctorName(doctor)} (${doctor.email})`, doctor.specialty, doctor.room].filter(Boolean).join(', ')
}

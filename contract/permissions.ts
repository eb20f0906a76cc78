/**
 * The permissions, and the roles that Lantern has of itself. Server and screens both read this one table; what it does not
 * name is denied. A hospital makes further roles of its own from these permissions (people/roles.ts).
 */

export const roles = ['admin', 'doctor', 'nurse', 'pharmacist', 'receptionist', 'inventory_manager'] as const
export type Role = (typeof roles)[number]

/** Whether this names one of these roles, and not one of the hospital's own. */
export function isBuiltIn(name: string): name is Role {
  return (roles as readonly string[]).includes(name)
}

export const roleTitles: Record<Role, { title: string; description: string }> = {
  admin: { title: 'Admin', description: 'Runs the hospital: staff, settings, beds, patients and stock.' },
  doctor: { title: 'Doctor', description: 'Works through the outpatient queue and treats patients.' },
  nurse: { title: 'Nurse', description: 'Observes inpatients, and admits, moves and discharges them.' },
  pharmacist: { title: 'Pharmacist', description: 'Checks prescriptions, and keeps and issues medicines.' },
  receptionist: { title: 'Receptionist', description: 'Registers patients, books them and runs the queue.' },
  inventory_manager: {
    title: 'Inventory manager',
    description: 'Keeps medicines, equipment and supplies in stock.',
  },
}

const allowed = {
  'dashboard.view': ['admin', 'doctor', 'nurse', 'pharmacist', 'receptionist', 'inventory_manager'],
  'patient.view': ['admin', 'doctor', 'nurse', 'pharmacist', 'receptionist'],
  'patient.edit': ['admin', 'receptionist'],
  // A doctor confirms or corrects a report, or marks it as entered in error (record 57).
  'allergy.report': ['doctor', 'nurse', 'pharmacist', 'receptionist'],
  'allergy.confirm': ['doctor'],
  // The whole register, as a file or on paper.
  'patient.export': ['admin', 'doctor', 'receptionist'],
  // A copy of the whole record for the patient, clinical text included (record 101).
  'patient.copy': ['admin', 'doctor'],
  'patient.delete': ['admin'],
  'patient.merge': ['admin'],
  'patient.takeBackDeath': ['admin'],
  // To restrict a record, and to choose who sees it without giving a reason (record 88).
  'patient.restrict': ['admin'],
  // Allergies and the text of the history belong to the patient.
  'clinical.view': ['admin', 'doctor', 'nurse', 'pharmacist'],
  // Vital signs and acuity.
  'clinical.observe': ['doctor', 'nurse'],
  // A high NEWS2 notifies a doctor until a doctor acknowledges it (record 66).
  'clinical.respond': ['doctor'],
  'clinical.prescribe': ['doctor'],
  'clinical.diagnose': ['doctor'],
  // Visit notes and discharge summaries.
  'clinical.write': ['doctor'],
  // To countersign a colleague's act as its second person: registered professionals (record 87).
  'act.witness': ['doctor', 'nurse', 'pharmacist'],
  // Doctors can read it when they prescribe.
  'formulary.manage': ['admin'],
  'appointment.view': ['admin', 'doctor', 'receptionist'],
  'appointment.book': ['admin', 'doctor', 'receptionist'],
  'appointment.cancel': ['admin', 'doctor', 'receptionist'],
  'appointment.reschedule': ['admin', 'receptionist'],
  'appointment.queue': ['admin', 'receptionist'],
  'appointment.treat': ['doctor'],
  // The doctor or the desk notices that a patient who was called isn't there.
  'appointment.notHere': ['admin', 'doctor', 'receptionist'],
  // Outside a doctor's hours, beyond a session's places, or while the doctor is away: for a reason, and marked.
  'appointment.overbook': ['admin', 'doctor', 'receptionist'],
  // The hours of all doctors.
  'schedule.edit': ['admin'],
  // A doctor's own leave; with `schedule.edit`, anybody's, and holidays.
  'absence.record': ['admin', 'doctor'],
  // The choice of doctors for a booking or an admission.
  'doctor.view': ['admin', 'doctor', 'nurse', 'receptionist'],
  'bed.view': ['admin', 'doctor', 'nurse', 'pharmacist', 'receptionist'],
  'bed.admit': ['admin', 'doctor', 'nurse', 'receptionist'],
  'bed.edit': ['admin'],
  'bed.maintain': ['admin', 'nurse', 'receptionist'],
  'inventory.view': ['admin', 'pharmacist', 'receptionist', 'inventory_manager'],
  // Whether something is available, without stock levels.
  'inventory.availability': ['admin', 'doctor', 'nurse', 'pharmacist', 'receptionist', 'inventory_manager'],
  'inventory.change': ['admin', 'pharmacist', 'inventory_manager'],
  // To one patient, by a whole MRN or a scanned label. Shows only name, date of birth and allergies.
  'inventory.dispense': ['admin', 'pharmacist', 'inventory_manager'],
  'staff.manage': ['admin'],
  'audit.view': ['admin'],
  // Everything that the hospital keeps, as a file (record 101).
  'hospital.export': ['admin'],
  'demoRequest.manage': ['admin'],
  // To bring records from another system, and to undo that.
  'import.manage': ['admin'],
  // No role's: the screens of waiting rooms hold it by their links, and nothing else.
  'waitingRoom.show': [],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof allowed
export const permissions = Object.keys(allowed) as Permission[]

/** The permissions of a role that Lantern has of itself. */
export function permissionsOf(role: Role): Permission[] {
  return permissions.filter((permission) => (allowed[permission] as readonly Role[]).includes(role))
}

/** Somebody who works in a role, which may be the hospital's own; or such a role. */
export interface Holder {
  readonly permissions: readonly Permission[]
}

/** Whether somebody holds a permission. */
export function may(who: Holder | null, permission: Permission): boolean {
  return who?.permissions.includes(permission) ?? false
}

/** Somebody who works in a role that Lantern has of itself. */
export function holderOf(role: Role): Holder {
  return { permissions: permissionsOf(role) }
}

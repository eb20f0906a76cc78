/** The roles and who may do what. Server and screens both read this one table; what it does not name is denied. */

export const roles = ['admin', 'doctor', 'receptionist', 'inventory_manager'] as const
export type Role = (typeof roles)[number]

export const roleTitles: Record<Role, { title: string; description: string }> = {
  admin: { title: 'Admin', description: 'Runs the hospital: staff, settings, beds, patients and stock.' },
  doctor: { title: 'Doctor', description: 'Works through the outpatient queue and treats patients.' },
  receptionist: { title: 'Receptionist', description: 'Registers patients, books them and runs the queue.' },
  inventory_manager: {
    title: 'Inventory manager',
    description: 'Keeps medicines, equipment and supplies in stock.',
  },
}

const allowed = {
  'dashboard.view': ['admin', 'doctor', 'receptionist', 'inventory_manager'],
  'patient.view': ['admin', 'doctor', 'receptionist'],
  'patient.edit': ['admin', 'receptionist'],
  'patient.delete': ['admin'],
  'patient.takeBackDeath': ['admin'],
  'clinical.record': ['doctor'],
  'appointment.view': ['admin', 'doctor', 'receptionist'],
  'appointment.book': ['admin', 'doctor', 'receptionist'],
  'appointment.cancel': ['admin', 'doctor', 'receptionist'],
  'appointment.reschedule': ['admin', 'receptionist'],
  'appointment.queue': ['admin', 'receptionist'],
  'appointment.treat': ['doctor'],
  'bed.view': ['admin', 'doctor', 'receptionist'],
  'bed.admit': ['admin', 'doctor', 'receptionist'],
  'bed.edit': ['admin'],
  'bed.maintain': ['admin', 'receptionist'],
  'inventory.view': ['admin', 'receptionist', 'inventory_manager'],
  // A doctor sees only whether something is available.
  'inventory.availability': ['admin', 'doctor', 'receptionist', 'inventory_manager'],
  'inventory.change': ['admin', 'inventory_manager'],
  'staff.manage': ['admin'],
  'audit.view': ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof allowed
export const permissions = Object.keys(allowed) as Permission[]

/** Whether a role holds a permission; no role holds none. */
export function may(role: Role | null, permission: Permission): boolean {
  return role !== null && (allowed[permission] as readonly Role[]).includes(role)
}

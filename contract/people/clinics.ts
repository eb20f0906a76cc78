import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, optionalText, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { fold } from '../fold.ts'
import { longestDepartment } from './departments.ts'
import { longestRoom } from './staff.ts'

/** The clinics of the outpatient department: where doctors see patients by default, and never a lock (record 90). */

export const screens = ['/staff/clinics'] as const

export const errors = {
  clinic_in_use: 409,
  too_many_clinics: 409,
} as const

export const longestClinicName = 60
export const longestFloor = 30
export const longestClinicPhone = 40
export const mostRooms = 40
/** The database has the same rule. */
export const mostClinics = 200

export const Clinic = z.object({
  id: z.string(),
  name: z.string(),
  /** The name of its department: 'Medicine' */
  department: z.string().nullable(),
  floor: z.string().nullable(),
  phone: z.string().nullable(),
  /** Offered as the rooms of its doctors. */
  rooms: z.array(z.string()),
  /** It can be booked from home, if the hospital has that switched on. */
  booksFromHome: z.boolean(),
  /** The accounts that belong to it, by name: the patients that are booked with them are its patients. */
  doctors: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
  version: z.number().int(),
})
export type Clinic = z.infer<typeof Clinic>

export const scopes = {
  clinics: { summary: 'The clinics and their doctors', permission: 'appointment.view' },
} as const satisfies Record<string, ScopeKind>

export const ClinicForm = z.strictObject({
  name: requiredText('Name is required', longestClinicName),
  /** By its name; a new one is added. */
  department: optionalText(longestDepartment),
  floor: optionalText(longestFloor),
  phone: optionalText(longestClinicPhone),
  rooms: z
    .array(requiredText('Each room needs a name', longestRoom))
    .max(mostRooms, `At most ${mostRooms} rooms`)
    .refine((rooms) => new Set(rooms.map(fold)).size === rooms.length, 'Each room can be listed only once'),
  booksFromHome: z.boolean().optional(),
})

export const listClinics = endpoint({
  name: 'listClinics',
  summary: `The open clinics by name, with their rooms and doctors (${mostClinics} at most)`,
  method: 'GET',
  path: '/clinics',
  permission: 'appointment.view',
  kind: 'read',
  reply: z.array(Clinic),
})

export const addClinic = endpoint({
  name: 'addClinic',
  summary: 'Add a clinic',
  method: 'POST',
  path: '/clinics',
  permission: 'staff.manage',
  kind: 'create',
  body: ClinicForm,
  reply: Clinic,
  errors: ['name_taken', 'too_many_clinics'],
})

export const editClinic = endpoint({
  name: 'editClinic',
  summary: 'Change a clinic’s name, department, floor, phone or rooms; doctors keep the rooms they have',
  method: 'PUT',
  path: '/clinics/{id}',
  permission: 'staff.manage',
  kind: 'edit',
  params: byId,
  body: editOf(ClinicForm),
  reply: Clinic,
  errors: ['name_taken'],
})

export const closeClinic = endpoint({
  name: 'closeClinic',
  summary: 'Close a clinic to which no active account and no waiting-room screen belongs',
  method: 'DELETE',
  path: '/clinics/{id}',
  permission: 'staff.manage',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
  errors: ['clinic_in_use'],
})

export const auditWords = {
  addClinic: 'added a clinic',
  editClinic: 'edited a clinic',
  closeClinic: 'closed a clinic',
}

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, editOf, Moment, optionalText, SearchText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { optionalReference } from '../api/references.ts'
import type { Permission } from '../permissions.ts'
import { wards } from '../wards/wards.ts'
import { RoleName, RoleWords, roleList } from './role-names.ts'

export const screens = ['/staff'] as const

export const errors = {
  role_not_offered: 409,
  last_admin: 409,
  too_many_doctors: 409,
} as const

/** The longest list of accounts; others are found by a search. */
export const mostListedStaff = 500
/** The most doctors that can work at once, because the desk chooses from all of them. The database has the same rule. */
export const mostDoctors = 2000

export const scopes = {
  staff: { summary: 'The list of accounts', permission: 'staff.manage' },
  doctors: {
    summary: 'The doctors that patients can be booked with and admitted under',
    permission: 'doctor.view',
  },
} as const satisfies Record<string, ScopeKind>

export const Doctor = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
})
export type Doctor = z.infer<typeof Doctor>

export const longestRoom = 30
export const longestSpecialty = 60
export const longestRegistrationNumber = 40

/** A doctor, where one is chosen. */
export const ListedDoctor = Doctor.extend({
  specialty: z.string().nullable(),
  /** The name of the clinic in which they see patients by default. */
  clinic: z.string().nullable(),
  room: z.string().nullable(),
})
export type ListedDoctor = z.infer<typeof ListedDoctor>

/** 'Dr Anika Mehta', also for a name that was entered with its title. */
export function doctorName(doctor: string | Pick<Doctor, 'firstName' | 'lastName'>): string {
  const name = typeof doctor === 'string' ? doctor : `${doctor.firstName} ${doctor.lastName}`
  return /^dr\b/i.test(name) ? name : `Dr ${name}`
}

/** The ward that somebody chose for a shift instead of their usual one. */
export const ShiftWard = z.object({
  shiftId: z.string(),
  /** The shift's name, and its times on the hospital's clock. */
  name: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  /** Null for all wards. */
  ward: z.enum(wards).nullable(),
  /** The one of the hospital's own wards; null for all of that kind. */
  unitId: z.string().nullable(),
})
export type ShiftWard = z.infer<typeof ShiftWard>

/** One's own account. `role` is null until one of `offeredRoles` is chosen; both are names of roles (roles.ts). */
export const Me = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string().nullable(),
  offeredRoles: z.array(z.string()),
  /** Those of the offered roles that are the hospital's own. */
  ownRoles: z.array(RoleWords),
  /** The permissions of the role. They are not listed here, because every screen would load the whole table of roles. */
  permissions: z.array(z.string() as unknown as z.ZodType<Permission>),
  /** The role is one of doctors: Lantern's, or the hospital's own. */
  isDoctor: z.boolean(),
  /** The ward that a nurse usually works on, whose high NEWS2 scores are notified; null for all wards. */
  ward: z.enum(wards).nullable(),
  /** The one of the hospital's own wards; null for all of that kind. */
  unitId: z.string().nullable(),
  /** The wards that a nurse works on in shifts instead. */
  shiftWards: z.array(ShiftWard),
  /** The shift of those whose ward the nurse has now; null while it is the usual one. */
  shiftNow: z.string().nullable(),
  /** When one of their shifts next begins or ends. */
  shiftNowUntil: Moment.nullable(),
  /** The owner of the account opened a link that was sent to its e-mail. */
  emailVerified: z.boolean(),
  /** False: the hospital's sign-on is the only way in. */
  hasPassword: z.boolean(),
  /**
   * Until when one can go on without the second step that the hospital asks for, and whether that is over; null where
   * nothing is to be set up.
   */
  secondStep: z.object({ by: Moment, isDue: z.boolean() }).nullable(),
})
export type Me = z.infer<typeof Me>

export const StaffMember = Me.omit({
  ownRoles: true,
  permissions: true,
  ward: true,
  unitId: true,
  shiftWards: true,
  shiftNow: true,
  shiftNowUntil: true,
  hasPassword: true,
  secondStep: true,
}).extend({
  active: z.boolean(),
  /** The clinic in which a doctor sees patients by default, and its name. */
  clinicId: z.string().nullable(),
  clinic: z.string().nullable(),
  /** The room in which a doctor sees patients. */
  room: z.string().nullable(),
  /** 'Cardiology' */
  specialty: z.string().nullable(),
  /** The doctor’s number at the medical council, for prescriptions. */
  registrationNumber: z.string().nullable(),
  version: z.number().int(),
  createdAt: Moment,
})
export type StaffMember = z.infer<typeof StaffMember>

export const readMe = endpoint({
  name: 'readMe',
  summary: 'Your account, role and offered roles',
  method: 'GET',
  path: '/me',
  permission: 'signed-in',
  isBeforeSecondStep: true,
  kind: 'read',
  reply: Me,
})

export const chooseRole = endpoint({
  name: 'chooseRole',
  summary: 'Choose an offered role',
  method: 'PUT',
  path: '/me/role',
  permission: 'signed-in',
  kind: 'change',
  body: z.strictObject({ role: RoleName }),
  reply: Me,
  errors: ['role_not_offered', 'too_many_doctors'],
})

export const chooseWard = endpoint({
  name: 'chooseWard',
  summary: 'Choose the ward that you usually work on as a nurse, or all',
  method: 'PUT',
  path: '/me/ward',
  permission: 'clinical.observe',
  kind: 'change',
  body: z.strictObject({
    ward: z.enum(wards, { error: 'Choose a ward' }).nullable(),
    unitId: optionalReference('unit'),
  }),
  reply: Me,
})

const ofShift = {
  path: '/me/shifts/{id}',
  permission: 'clinical.observe',
  kind: 'change',
  params: byId,
} as const

export const chooseShiftWard = endpoint({
  name: 'chooseShiftWard',
  summary: 'Choose the ward that you work on in a shift, or all, instead of your usual one',
  method: 'PUT',
  ...ofShift,
  body: chooseWard.body,
  reply: Me,
})

export const leaveShiftWard = endpoint({
  name: 'leaveShiftWard',
  summary: 'Work on your usual ward in a shift again',
  method: 'DELETE',
  ...ofShift,
  reply: Me,
})

export const listStaff = endpoint({
  name: 'listStaff',
  summary: `Accounts by name, with their offered and chosen roles: the first ${mostListedStaff}, or of a search`,
  method: 'GET',
  path: '/staff',
  permission: 'staff.manage',
  kind: 'read',
  query: z.strictObject({ search: SearchText.optional() }),
  reply: z.array(StaffMember),
})

export const readStaffMember = endpoint({
  name: 'readStaffMember',
  summary: 'One account; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/staff/{id}',
  permission: 'staff.manage',
  kind: 'read',
  params: byId,
  reply: StaffMember,
})

export const editStaffMember = endpoint({
  name: 'editStaffMember',
  summary:
    'Offer or withdraw roles, deactivate or reactivate an account, say a doctor’s specialty, registration number and where they see patients',
  method: 'PUT',
  path: '/staff/{id}',
  permission: 'staff.manage',
  kind: 'edit',
  params: byId,
  body: editOf(
    z.strictObject({
      offeredRoles: roleList,
      active: z.boolean(),
      clinicId: optionalReference('clinic'),
      room: optionalText(longestRoom),
      specialty: optionalText(longestSpecialty),
      registrationNumber: optionalText(longestRegistrationNumber),
    }),
  ),
  reply: StaffMember,
  errors: ['last_admin', 'too_many_doctors'],
})

export const listDoctors = endpoint({
  name: 'listDoctors',
  summary: `The doctors that patients can be booked with (${mostDoctors} at most)`,
  method: 'GET',
  path: '/users/doctors',
  permission: 'doctor.view',
  kind: 'read',
  reply: z.array(ListedDoctor),
})

export const auditWords = {
  chooseRole: 'changed to another role',
  chooseWard: 'changed to another ward',
  chooseShiftWard: 'chose a ward for a shift',
  leaveShiftWard: 'went back to the usual ward in a shift',
  editStaffMember: 'changed an account',
}

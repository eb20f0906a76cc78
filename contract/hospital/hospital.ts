import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { Moment } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { type Units, unitChoices } from '../clinical/units/unit-choices.ts'
import { messageChannels } from '../front-desk/message-channels.ts'
import { clockStyles } from '../spoken.ts'

/** How the hospital is reached, and how it writes what it measures. What is not recorded is null. */
export const HospitalDetails = z.object({
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  clockStyle: z.enum(clockStyles),
  temperatureUnit: z.enum(unitChoices.temperature),
  weightUnit: z.enum(unitChoices.weight),
  heightUnit: z.enum(unitChoices.height),
})
export type HospitalDetails = z.infer<typeof HospitalDetails>

/** The units in which a hospital writes what it measures. */
export function unitsOf(
  hospital: Pick<HospitalDetails, 'temperatureUnit' | 'weightUnit' | 'heightUnit'>,
): Units {
  const { temperatureUnit, weightUnit, heightUnit } = hospital
  return { temperature: temperatureUnit, weight: weightUnit, height: heightUnit }
}

/**
 * The hospital's details that all staff may see. `timeZone` is an IANA name, for displaying moments; the beginning of the
 * day is sent too, so that two tables of time zones can't disagree about it.
 */
export const Site = z.object({
  hospitalName: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  ...HospitalDetails.shape,
  /** Another picture has another one; null where the hospital has no logo. */
  logoMark: z.string().nullable(),
  /** Stands in the codes that this hospital prints: eight hexadecimal digits. */
  labelMark: z.string(),
  /** The hospital's day, yyyy-mm-dd, and the moments between which it is today. */
  today: z.object({ day: z.string(), from: Moment, until: Moment }),
  /** Minutes after which a screen that nobody touched is locked; null: never. */
  idleLockMinutes: z.number().int().nullable(),
  /** Lantern sends e-mail here: who forgot a password asks for a link by themselves. */
  sendsMail: z.boolean(),
  /** The ways in which messages reach patients, and whether any are sent. */
  messages: z.object({ channels: z.array(z.enum(messageChannels)), isOn: z.boolean() }),
  /** The hospital's own sign-on, by its name. */
  signOn: z.object({ name: z.string() }).nullable(),
  /** It has clinics, by which queues and lists can be filtered. */
  hasClinics: z.boolean(),
  /** It has shifts, for which nurses can choose another ward. */
  hasShifts: z.boolean(),
  /** Some doctor keeps hours, so booking shows free times. */
  hasSchedules: z.boolean(),
  /** Places of some clinics can be booked from home. */
  booksFromHome: z.boolean(),
  /** The systems of identifiers that registrations ask for; null where the hospital never had one. */
  identifierFields: z.number().int().nullable(),
  /** Only an invitation lets someone sign up. */
  invitationOnly: z.boolean(),
  /** No account exists yet: the one that signs up next is the administrator. */
  awaitsFirstAccount: z.boolean(),
  /** Steps of setting up are neither done nor put off. It is as of when the hospital's settings last changed. */
  isBeingSetUp: z.boolean(),
})
export type Site = z.infer<typeof Site>

export const readSite = endpoint({
  name: 'readSite',
  summary:
    'The hospital’s name, how it is reached, its time zone, units, day, idle time and the mark of its labels',
  method: 'GET',
  path: '/site',
  permission: 'public',
  kind: 'read',
  reply: Site,
})

export const scopes = {
  site: { summary: 'What all staff may know of the hospital', permission: 'dashboard.view' },
  settings: { summary: 'The hospital’s settings', permission: 'staff.manage' },
  setup: { summary: 'What is left to do before the hospital can work', permission: 'staff.manage' },
} as const satisfies Record<string, ScopeKind>

export const readLogo = endpoint({
  name: 'readLogo',
  summary:
    'The hospital’s logo as a data URL, by its mark; each picture has an address of its own, and can be kept',
  method: 'GET',
  path: '/site/logo/{mark}',
  permission: 'public',
  kind: 'read',
  isKept: true,
  params: z.strictObject({ mark: z.string().regex(/^[0-9a-f]{16}$/, 'Open the page again to see the logo') }),
  reply: z.object({ logo: z.string() }),
})

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { editOf, Moment, optionalEmail, optionalLines, optionalText, requiredText } from '../api/fields.ts'
import { unitChoices } from '../clinical/units/unit-choices.ts'
import { countersignedActs } from '../people/countersignatures.ts'
import { clockStyles } from '../spoken.ts'
import { HospitalDetails } from './hospital.ts'

export const errors = { email_off: 409 } as const

export const secondStepOf = ['nobody', 'admins', 'everyone'] as const
export type SecondStepOf = (typeof secondStepOf)[number]

export const secondStepNames: Record<SecondStepOf, string> = {
  nobody: 'No one',
  admins: 'Administrators',
  everyone: 'Everyone',
}

/** The settings of the whole hospital, which administrators edit. */
export const Settings = z.object({
  hospitalName: z.string(),
  /** IANA name. */
  timeZone: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  ...HospitalDetails.shape,
  /** A bed whose patient leaves goes to maintenance until it is cleaned, instead of being available at once. */
  cleansAfterDischarge: z.boolean(),
  /** Whole months of the audit trail that are kept; null keeps it for ever. */
  auditRetentionMonths: z.number().int().nullable(),
  /** Minutes in the queue after which a wait is too long; null sends no notification. */
  waitingLimitMinutes: z.number().int().nullable(),
  /** Minutes after which a screen that nobody touched is locked; null: never. */
  idleLockMinutes: z.number().int().nullable(),
  /**
   * The staff who need a second step to sign in: a code of an app, or a passkey. Single sign-on has its own second
   * step.
   */
  secondStepOf: z.enum(secondStepOf),
  /** How many days they have to set one up, from when they are asked and from when their account was made. */
  secondStepDays: z.number().int(),
  /** Hours before an appointment at which its patient is reminded; null sends no reminders. */
  reminderHours: z.number().int().nullable(),
  /** Patients get a message when their appointment is moved or cancelled. */
  tellsChanges: z.boolean(),
  /** Those messages name the clinic. */
  messagesNameClinic: z.boolean(),
  /** Only an invitation lets someone sign up. */
  invitationOnly: z.boolean(),
  /** Calendar feeds of doctors may show patients’ initials. */
  feedsNamePatients: z.boolean(),
  /** Places of marked clinics can be booked from home, at /book. */
  booksFromHome: z.boolean(),
  /** The acts that a second person countersigns. */
  countersignedActs: z.array(z.enum(countersignedActs)),
  version: z.number().int(),
  updatedAt: Moment,
})
export type Settings = z.infer<typeof Settings>

export const longestHospitalName = 100

export const SettingsForm = z.strictObject({
  hospitalName: requiredText('Hospital name is required', longestHospitalName),
  timeZone: requiredText('Time zone is required', 100).refine(isTimeZone, 'Choose a time zone from the list'),
  currency: requiredText('Currency is required', 100).refine(
    (code) => Intl.supportedValuesOf('currency').includes(code),
    'Choose a currency from the list',
  ),
  address: optionalLines(300),
  phone: optionalText(50),
  email: optionalEmail,
  clockStyle: z.enum(clockStyles, { error: 'Choose 12 or 24 hours' }),
  temperatureUnit: z.enum(unitChoices.temperature, { error: 'Choose °C or °F' }),
  weightUnit: z.enum(unitChoices.weight, { error: 'Choose kg or lb' }),
  heightUnit: z.enum(unitChoices.height, { error: 'Choose cm or in' }),
  cleansAfterDischarge: z.boolean(),
  auditRetentionMonths: z
    .number({ error: 'Must be a number of months, or empty to keep it for ever' })
    .int('Must be whole months')
    .min(24, 'At least 24 months')
    .max(240, 'At most 240 months')
    .nullable(),
  waitingLimitMinutes: z
    .number({ error: 'Must be a number of minutes, or empty for no limit' })
    .int('Must be whole minutes')
    .min(5, 'At least 5 minutes')
    .max(480, 'At most 480 minutes')
    .nullable(),
  idleLockMinutes: z
    .number({ error: 'Must be a number of minutes, or empty for never' })
    .int('Must be whole minutes')
    .min(1, 'At least 1 minute')
    .max(480, 'At most 480 minutes')
    .nullable(),
  secondStepOf: z.enum(secondStepOf, { error: 'Choose who is asked' }),
  secondStepDays: z
    .number({ error: 'Must be a number of days' })
    .int('Must be whole days')
    .min(0, 'At least 0 days')
    .max(90, 'At most 90 days'),
  reminderHours: z
    .number({ error: 'Must be a number of hours, or empty for no reminders' })
    .int('Must be whole hours')
    .min(1, 'At least 1 hour')
    .max(336, 'At most 336 hours')
    .nullable(),
  tellsChanges: z.boolean(),
  messagesNameClinic: z.boolean(),
  invitationOnly: z.boolean(),
  feedsNamePatients: z.boolean(),
  booksFromHome: z.boolean(),
  countersignedActs: z.array(z.enum(countersignedActs)).max(countersignedActs.length),
})

export const readSettings = endpoint({
  name: 'readSettings',
  summary: 'The hospital’s settings; the ETag is what an edit sends back as If-Match',
  method: 'GET',
  path: '/settings',
  permission: 'staff.manage',
  kind: 'read',
  reply: Settings,
})

export const editSettings = endpoint({
  name: 'editSettings',
  summary: 'Change the hospital’s settings',
  method: 'PUT',
  path: '/settings',
  permission: 'staff.manage',
  kind: 'edit',
  body: editOf(SettingsForm),
  reply: Settings,
  errors: ['email_off'],
})

/** Mails that wait for longer than they should: the mail server is away, or takes none. */
export const MailState = z.object({
  waiting: z.number().int(),
  /** When the oldest of them was asked for. */
  since: Moment.nullable(),
})
export type MailState = z.infer<typeof MailState>

export const readMailState = endpoint({
  name: 'readMailState',
  summary: 'Whether mails wait for longer than they should, and since when',
  method: 'GET',
  path: '/settings/mail',
  permission: 'staff.manage',
  kind: 'read',
  reply: MailState,
})

/** How a picture of each kind begins, in base64. */
const pictures = {
  png: 'iVBORw0KGgo',
  jpeg: '/9j/',
  webp: 'UklGR[A-Za-z0-9+/]{6}XRUJQ',
}
const picture = Object.entries(pictures).map(([kind, beginning]) => `${kind};base64,${beginning}`)

/** A picture as screens hold it: of a kind that can't hold a script, and so small that it comes with a page. */
export const longestLogo = 140_000
const Logo = z
  .string()
  .max(longestLogo, 'Choose a smaller picture')
  .regex(
    new RegExp(`^data:image/(?:${picture.join('|')})[A-Za-z0-9+/]*=*$`),
    'Choose a PNG, WebP or JPEG picture',
  )

export const setLogo = endpoint({
  name: 'setLogo',
  summary: 'Set the hospital’s logo, or take it away',
  method: 'PUT',
  path: '/settings/logo',
  permission: 'staff.manage',
  kind: 'change',
  body: z.strictObject({ logo: Logo.nullable() }),
  reply: z.object({ logoMark: z.string().nullable() }),
})

export const listTimeZones = endpoint({
  name: 'listTimeZones',
  summary: 'The time zones that a hospital can be in, as IANA names',
  method: 'GET',
  path: '/settings/time-zones',
  permission: 'staff.manage',
  kind: 'read',
  reply: z.array(z.string()),
})

/** The steps of setting up a new hospital, in their order. */
export const setupSteps = ['hospital', 'beds', 'colleagues', 'stock', 'patients'] as const
export type SetupStep = (typeof setupSteps)[number]

export const Setup = z.object({
  /** Done is what the hospital has: a name of its own, a bed, a second account with a role, an item of stock, a patient. */
  steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean(), isPutOff: z.boolean() })),
  /** Active accounts to which no role is offered yet. */
  awaitingRole: z.number().int(),
})
export type Setup = z.infer<typeof Setup>

/** Whether anything of it is neither done nor put off. */
export function isUnfinished(steps: Setup['steps']): boolean {
  return steps.some(({ isDone, isPutOff }) => !isDone && !isPutOff)
}

export const readSetup = endpoint({
  name: 'readSetup',
  summary: 'What is left to do before the hospital can work',
  method: 'GET',
  path: '/setup',
  permission: 'staff.manage',
  kind: 'read',
  reply: Setup,
})

export const putOffSetup = endpoint({
  name: 'putOffSetup',
  summary: 'Put steps of setting up off, or bring them back',
  method: 'PUT',
  path: '/setup',
  permission: 'staff.manage',
  kind: 'change',
  body: z.strictObject({
    steps: z.array(z.enum(setupSteps)).min(1, 'Nothing to change').max(setupSteps.length),
    isPutOff: z.boolean(),
  }),
  reply: Setup,
})

/** Whether this machine's own table of time zones knows the name; PostgreSQL's has to know it as well. */
function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const auditWords = {
  editSettings: 'edited the settings',
  setLogo: 'changed the logo',
  putOffSetup: 'postponed setting up',
}

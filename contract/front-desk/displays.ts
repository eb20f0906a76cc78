import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Moment, requiredText } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { optionalReference } from '../api/references.ts'
import { clockStyles } from '../spoken.ts'

export const screens = ['/display'] as const

/** The screens of waiting rooms: the links that open them, and what they show. */

export const errors = {
  display_made_before: 409,
} as const

/** 32 random bytes, base64url. The browser that makes a screen's link keeps it; the server has only its hash. */
export const DisplaySecret = z.string().regex(/^[\w-]{43}$/, 'Open the link of the screen again')

export const Display = z.object({
  id: z.string(),
  name: z.string(),
  /** The clinic whose patients it shows; null for those of all doctors. */
  clinic: z.string().nullable(),
  /** The name of the administrator who made the link. */
  madeBy: z.string(),
  madeAt: Moment,
  /** When it last followed the queue, to the minute; null until it is opened. */
  seenAt: Moment.nullable(),
})
export type Display = z.infer<typeof Display>

/** A patient's queue number, with its day, because patients who wait past midnight keep their number. */
const token = { number: z.number().int(), day: z.string() }
/** Where to go. `clinic` is the doctor's, and tells the floor. */
const wayTo = { room: z.string().nullable(), clinic: z.string().nullable(), floor: z.string().nullable() }
/** Where to go, and which doctor. No patient, and nothing about why. */
const place = { doctor: z.string(), ...wayTo }

/** Between which moments a call is likely; null where nothing dependable can be said. */
const likely = z.object({ from: Moment, until: Moment }).nullable()

/** The way and the likely time of a call, for the slip of a patient who waits. */
export const ExpectedCall = z.object({
  ...wayTo,
  /** The clinic's. */
  phone: z.string().nullable(),
  likely,
})
export type ExpectedCall = z.infer<typeof ExpectedCall>

export const WaitingRoom = z.object({
  hospitalName: z.string(),
  /** The clinic that the screen is for; null where it is for all. */
  clinic: z.object({ name: z.string(), floor: z.string().nullable() }).nullable(),
  timeZone: z.string(),
  clockStyle: z.enum(clockStyles),
  /** The hospital's day. */
  today: z.string(),
  /** Patients with a doctor, the last one called first. */
  serving: z.array(z.object({ ...token, ...place, calledAt: Moment })),
  /** The first patients who wait, in the order of the queue. */
  next: z.array(
    z.object({
      ...token,
      ...place,
      likely,
    }),
  ),
  /** How many wait altogether. */
  waiting: z.number().int(),
})
export type WaitingRoom = z.infer<typeof WaitingRoom>

/** The most waiting numbers that are sent. */
export const mostNext = 60

export const scopes = {
  displays: { summary: 'The screens of waiting rooms', permission: 'staff.manage' },
  'waiting-room': { summary: 'What the screens of waiting rooms show', permission: 'waitingRoom.show' },
} as const satisfies Record<string, ScopeKind>

export const DisplayForm = z.strictObject({
  name: requiredText('Name is required', 100),
  secret: DisplaySecret,
  clinicId: optionalReference('clinic'),
})

export const listDisplays = endpoint({
  name: 'listDisplays',
  summary: 'The screens of waiting rooms whose links hold, the newest first',
  method: 'GET',
  path: '/displays',
  permission: 'staff.manage',
  kind: 'read',
  reply: z.array(Display),
})

export const addDisplay = endpoint({
  name: 'addDisplay',
  summary: 'Make a link that opens the screen of a waiting room',
  method: 'POST',
  path: '/displays',
  permission: 'staff.manage',
  kind: 'create',
  body: DisplayForm,
  reply: Display,
  errors: ['display_made_before'],
})

export const withdrawDisplay = endpoint({
  name: 'withdrawDisplay',
  summary: 'Withdraw the link of a screen, which shows nothing from then on',
  method: 'DELETE',
  path: '/displays/{id}',
  permission: 'staff.manage',
  kind: 'change',
  params: byId,
  reply: z.object({ id: z.string() }),
})

export const readWaitingRoom = endpoint({
  name: 'readWaitingRoom',
  summary:
    'Whose turn it is, by token. The bearer is the secret of a screen’s link; a cookie keeps it from then on',
  method: 'GET',
  path: '/display/waiting-room',
  permission: 'waitingRoom.show',
  kind: 'read',
  scope: { kind: 'waiting-room' },
  reply: WaitingRoom,
})

export const readExpectedCall = endpoint({
  name: 'readExpectedCall',
  summary: 'Where the patient of an appointment will be called to, and when that is likely once they wait',
  method: 'GET',
  path: '/appointments/{id}/expected-call',
  permission: 'appointment.view',
  kind: 'read',
  params: byId,
  reply: ExpectedCall,
})

export const auditWords = {
  addDisplay: 'added a waiting-room screen',
  withdrawDisplay: 'withdrew a waiting-room screen',
}

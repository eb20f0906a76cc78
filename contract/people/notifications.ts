import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { byId, Id, Moment, MomentInput } from '../api/fields.ts'
import type { ScopeKind } from '../api/live.ts'
import { PageQuery, pageOf } from '../api/page.ts'
import { type Holder, may, type Permission } from '../permissions.ts'
import { alertKinds } from '../store/kinds.ts'

/**
 * Notifications of work that waits for somebody. They name no patient: they say where and when, and lead there. That a
 * restricted record was opened is the exception, because auditors judge by the patient and the reason.
 */

/** Each kind with the permission that it takes to be told of it, or one of two. */
const kinds = {
  LOW_STOCK: 'inventory.change',
  EXPIRY: 'inventory.change',
  BOOKED: 'appointment.treat',
  MOVED: 'appointment.treat',
  CANCELLED: 'appointment.treat',
  WAITING: ['appointment.treat', 'appointment.queue'],
  HIGH_NEWS2: ['clinical.observe', 'clinical.respond'],
  ROLE_GRANTED: 'dashboard.view',
  DEMO_REQUEST: 'demoRequest.manage',
  ONLINE_BOOKING: 'appointment.book',
  RECORD_OPENED: 'audit.view',
  HOSPITAL_EXPORTED: 'hospital.export',
} as const satisfies Record<string, Permission | readonly Permission[]>

export type NotificationKind = keyof typeof kinds
const notificationKinds = Object.keys(kinds) as [NotificationKind, ...NotificationKind[]]

/** The notifications that somebody can have in their role, in the order of the table. */
export function kindsFor(who: Holder | null): NotificationKind[] {
  return notificationKinds.filter((kind) => [kinds[kind]].flat().some((permission) => may(who, permission)))
}

/** Notifications of opened records and of exports can't be turned off: auditors and administrators have to hear of them. */
export const chosenKinds = notificationKinds.filter(
  (kind) => kind !== 'RECORD_OPENED' && kind !== 'HOSPITAL_EXPORTED',
)
export type ChosenKind = (typeof chosenKinds)[number]

/** Days after which a notification is deleted, read or not. */
export const notificationDays = 30
/** Unread ones are counted up to this many. */
export const mostUnread = 100

/** Made by pure calls of Zod alone, and not by methods, so that the build leaves it out of every screen. */
export const Notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  raisedAt: Moment,
  isRead: z.boolean(),
  /** For LOW_STOCK and EXPIRY; with the batch and day of what expires. */
  stock: z.nullable(
    z.object({
      alert: z.enum(alertKinds),
      itemId: z.string(),
      itemName: z.string(),
      batchNumber: z.nullable(z.string()),
      expiryDate: z.nullable(z.string()),
    }),
  ),
  /** For BOOKED, MOVED, CANCELLED and WAITING: the appointment as it is now. */
  appointment: z.nullable(
    z.object({
      id: z.string(),
      date: z.string(),
      time: z.string(),
      queueNumber: z.int(),
      queuedAt: z.nullable(Moment),
      /** The bed, if an admission ended the visit. */
      admittedTo: z.nullable(z.string()),
      /** The recipient is its doctor. */
      isOwn: z.boolean(),
    }),
  ),
  /** For HIGH_NEWS2, with the patient's bed. */
  vitals: z.nullable(
    z.object({
      patientId: z.string(),
      score: z.int(),
      takenAt: Moment,
      ward: z.nullable(z.string()),
      bedNumber: z.nullable(z.string()),
      /** Set once it has gone unacknowledged for so long that every doctor is notified. */
      isUnacknowledged: z.boolean(),
    }),
  ),
  /** For ROLE_GRANTED: the role's name, and the title of one of the hospital's own. */
  role: z.nullable(z.string()),
  roleTitle: z.nullable(z.string()),
  /** For DEMO_REQUEST. */
  demoRequest: z.nullable(z.object({ id: z.string(), hospital: z.string(), requestedAt: Moment })),
  /** For ONLINE_BOOKING. */
  onlineBooking: z.nullable(z.object({ clinic: z.string(), date: z.string(), time: z.string() })),
  /** For RECORD_OPENED: the patient whose restricted record was opened, the person who did, and the reason. */
  access: z.nullable(
    z.object({ patientId: z.string(), patientName: z.string(), by: z.string(), reason: z.string() }),
  ),
  /** For HOSPITAL_EXPORTED. */
  hospitalExport: z.nullable(z.object({ by: z.string(), begunAt: Moment, isEncrypted: z.boolean() })),
})
export type Notification = z.infer<typeof Notification>

export const scopes = {
  notifications: {
    summary: 'One’s own notifications, by one’s own id',
    permission: 'dashboard.view',
    key: Id,
    isOwn: true,
    record: Notification,
  },
} as const satisfies Record<string, ScopeKind>

export const listNotifications = endpoint({
  name: 'listNotifications',
  summary: 'One’s own notifications, newest first, as far as one’s role may see what they are about',
  method: 'GET',
  path: '/notifications',
  permission: 'dashboard.view',
  kind: 'read',
  namesPatients: true,
  // By cursor alone: what is new moves every page.
  query: PageQuery.omit({ page: true }),
  reply: pageOf(Notification),
})

export const readUnread = endpoint({
  name: 'readUnread',
  summary: `The ids of one’s own unread notifications, newest first, ${mostUnread} at most`,
  method: 'GET',
  path: '/notifications/unread',
  permission: 'dashboard.view',
  kind: 'read',
  reply: z.object({ ids: z.array(z.string()) }),
})

export const readNotification = endpoint({
  name: 'readNotification',
  summary: 'Mark one of one’s own notifications as read',
  method: 'POST',
  path: '/notifications/{id}/read',
  permission: 'dashboard.view',
  kind: 'change',
  params: byId,
  reply: Notification,
})

export const readNotifications = endpoint({
  name: 'readNotifications',
  summary: 'Mark one’s own notifications as read, as far as they were raised until a moment',
  method: 'POST',
  path: '/notifications/read',
  permission: 'dashboard.view',
  kind: 'change',
  body: z.strictObject({ until: MomentInput }),
  reply: z.object({ read: z.number().int() }),
})

/** The notifications of one's role, and which of them are on. */
export const NotificationChoices = z.array(z.object({ kind: z.enum(chosenKinds), isOn: z.boolean() }))
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const readNotificationChoices = endpoint({
  name: 'readNotificationChoices',
  summary: 'The kinds of notification that there are for one’s role, and which of them one wants',
  method: 'GET',
  path: '/notifications/choices',
  permission: 'dashboard.view',
  kind: 'read',
  reply: NotificationChoices,
})

export const chooseNotifications = endpoint({
  name: 'chooseNotifications',
  summary: 'Turn a kind of notification on or off for oneself',
  method: 'PUT',
  path: '/notifications/choices',
  permission: 'dashboard.view',
  kind: 'change',
  body: z.strictObject({ kind: z.enum(chosenKinds), isOn: z.boolean() }),
  reply: NotificationChoices,
})

export const auditWords = {
  listNotifications: 'notifications',
  readNotification: 'read a notification',
  readNotifications: 'read the notifications',
  chooseNotifications: 'chose notifications',
}

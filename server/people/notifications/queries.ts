import { type SqlBool, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import {
  type ChosenKind,
  chosenKinds,
  kindsFor,
  mostUnread,
  type Notification,
  type NotificationChoices,
  notificationDays,
} from '../../../contract/people/notifications.ts'
import type { Holder } from '../../../contract/permissions.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type PageRequest, readPage } from '../../ground/db/paging.ts'
import { statement } from '../../ground/db/prepared.ts'
import { chosenRole, permissionsIn } from '../../ground/http/session.ts'
import { batchSize } from '../../ground/jobs/batches.ts'

/** A notification shows its cause as it is now, without the patient's identity but where a restricted record was opened. */
const columns = sql`
  notification.id, notification.kind, notification.raised_at as "raisedAt",
  notification.read_at is not null as "isRead", coalesce(notification.role::text, notification.own_role) as role, granted.title as "roleTitle",
  case when item.id is not null then jsonb_build_object('alert', alert.kind, 'itemId', item.id, 'itemName', item.name,
    'batchNumber', batch.batch_number, 'expiryDate', batch.expiry) end as stock,
  case when appointment.id is not null then jsonb_build_object('id', appointment.id, 'date', appointment.date,
    'time', to_char(appointment.time, 'HH24:MI'), 'queueNumber', appointment.queue_number,
    'queuedAt', iso(appointment.queued_at), 'admittedTo', appointment.admitted_to, 'isOwn', appointment.doctor_id = notification.staff_id) end as appointment,
  case when vitals.id is not null then jsonb_build_object('patientId', record_of(vitals.patient_id), 'score', notification.score,
    'takenAt', iso(vitals.taken_at), 'ward', bed.ward, 'bedNumber', bed.bed_number,
    'isUnacknowledged', score_alert.doctors_told_at is not null) end as vitals,
  case when request.id is not null then jsonb_build_object('id', request.id, 'hospital', request.hospital,
    'requestedAt', iso(request.requested_at)) end as "demoRequest",
  case when booking.id is not null then jsonb_build_object('clinic', booked_clinic.name, 'date', held.date,
    'time', to_char(held.time, 'HH24:MI')) end as "onlineBooking",
  case when access.id is not null then jsonb_build_object('patientId', record_of(access.patient_id),
    'patientName', opened.first_name || ' ' || opened.last_name, 'by', opener.name, 'reason', access.reason) end as access,
  case when export.id is not null then jsonb_build_object('by', exporter.name, 'begunAt', iso(export.begun_at),
    'isEncrypted', export.is_encrypted) end as "hospitalExport"`

const joins = sql`
  left join stock_alert alert on notification.kind in ('LOW_STOCK', 'EXPIRY') and alert.id = notification.cause
  left join inventory_item item on item.id = alert.item_id
  left join batch on batch.id = alert.batch_id
  left join appointment on notification.kind in ('BOOKED', 'MOVED', 'CANCELLED', 'WAITING')
    and appointment.id = notification.cause
  left join vital_signs vitals on notification.kind = 'HIGH_NEWS2' and vitals.id = notification.cause
  left join news2_alert score_alert on score_alert.id = vitals.id
  left join admission on admission.active_patient_id = record_of(vitals.patient_id)
  left join stay on stay.admission_id = admission.id and stay.ended_at is null
  left join bed on bed.id = stay.bed_id
  left join demo_request request on notification.kind = 'DEMO_REQUEST' and request.id = notification.cause
  left join online_booking booking on notification.kind = 'ONLINE_BOOKING' and booking.id = notification.cause
  left join slot_hold held on held.id = booking.id
  left join clinic booked_clinic on booked_clinic.id = booking.clinic_id
  left join record_access access on notification.kind = 'RECORD_OPENED' and access.id = notification.cause
  left join patient opened on opened.id = access.patient_id
  left join staff opener on opener.id = access.staff_id
  left join hospital_export export on notification.kind = 'HOSPITAL_EXPORTED' and export.id = notification.cause
  left join staff exporter on exporter.id = export.staff_id
  left join role granted on granted.name = notification.own_role`

/** Leaves out the kinds that the recipient turned off, but no high score that has been repeated for want of an acknowledgement. */
const wanted = sql<SqlBool>`(wants_notification(notification.staff_id, notification.kind)
  or exists (select from news2_alert where id = notification.cause and doctors_told_at is not null))`
/** Notifications that their recipient may see in this role and wants to see. */
const seenAs = (kinds: readonly string[]) =>
  sql<SqlBool>`notification.kind = any (${kinds}::text[]::notification_kind[]) and ${wanted}`

export interface Reader extends Holder {
  id: string
}

export function notificationPage(
  db: Database,
  reader: Reader,
  request: PageRequest,
): Promise<Page<Notification>> {
  return readPage<Notification>(db, request, {
    table: 'notification',
    alias: 'notification',
    shown: columns,
    joins,
    where: sql<SqlBool>`notification.staff_id = ${reader.id} and ${seenAs(kindsFor(reader))}`,
    order: { raised_at: 'moment', id: 'id' },
    direction: 'desc',
  })
}

const unread = statement(
  (staffId: string, kinds: readonly string[]) => sql<{ id: string }>`
    select id from notification where staff_id = ${staffId} and read_at is null and ${seenAs(kinds)}
    order by raised_at desc limit ${sql.lit(mostUnread)}`,
)

export async function unreadIds(db: Database, reader: Reader): Promise<string[]> {
  return (await unread(db, reader.id, kindsFor(reader))).map((row) => row.id)
}

export async function notificationOf(
  db: Database,
  reader: Reader,
  id: string,
): Promise<Notification | undefined> {
  const { rows } = await sql<Notification>`
    select ${columns} from notification ${joins}
    where notification.id = ${id} and notification.staff_id = ${reader.id} and ${seenAs(kindsFor(reader))}
  `.execute(db)
  return rows[0]
}

/** Those with these ids, each with whose it is, as far as they may see it now. */
export async function notificationsTold(db: Database, ids: readonly string[]) {
  const { rows } = await sql<
    Notification & { staffId: string; worksAs: string | null; own: string[] | null }
  >`
    select ${columns}, notification.staff_id as "staffId", ${chosenRole} as "worksAs", works_as.permissions as own
    from notification join staff on staff.id = notification.staff_id
    left join role works_as on works_as.name = staff.own_role ${joins}
    where notification.id = any (${ids}::uuid[]) and ${wanted}
  `.execute(db)
  return rows.filter(({ kind, worksAs, own }) =>
    kindsFor({ permissions: permissionsIn(worksAs, own) }).includes(kind),
  )
}

/** Every notification of these people. */
export async function idsOf(db: Database, staffIds: readonly string[]) {
  const { rows } = await sql<{ id: string; staffId: string }>`
    select id, staff_id as "staffId" from notification where staff_id = any (${staffIds}::uuid[])
  `.execute(db)
  return rows
}

export async function markRead(db: Database, staffId: string, id: string, now: Date): Promise<void> {
  await sql`
    update notification set read_at = ${now} where id = ${id} and staff_id = ${staffId} and read_at is null
  `.execute(db)
}

/**
 * Notifications that are being withdrawn at this moment are skipped: two transactions that lock several would wait for
 * each other.
 */
export async function markAllRead(db: Database, reader: Reader, until: string, now: Date) {
  const { rows } = await sql<{ id: string }>`
    update notification set read_at = ${now} where id in (
      select id from notification
      where staff_id = ${reader.id} and read_at is null and ${seenAs(kindsFor(reader))}
        and raised_at < ${until}::timestamptz + interval '1 millisecond'
      for update skip locked
    )
    returning id
  `.execute(db)
  return rows.length
}

export async function choicesOf(db: Database, reader: Reader): Promise<NotificationChoices> {
  const { rows } = await sql<{ off: string[] }>`
    select off::text[] from notification_choice where staff_id = ${reader.id}
  `.execute(db)
  const off = rows[0]?.off ?? []
  const kinds = kindsFor(reader)
  return chosenKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => ({ kind, isOn: !off.includes(kind) }))
}

export async function choose(db: Database, staffId: string, kind: ChosenKind, isOn: boolean) {
  const chosen = sql`${kind}::notification_kind`
  await sql`
    insert into notification_choice as choice (staff_id, off)
    values (${staffId}, ${isOn ? sql`'{}'` : sql`array[${chosen}]`})
    on conflict (staff_id) do update set off =
      array_remove(choice.off, ${chosen}) ${isOn ? sql`` : sql`|| ${chosen}`}
  `.execute(db)
}

/** Raises what waits for too long at a moment, and takes away what no longer does. */
export async function refreshWaits(db: Database, now: Date): Promise<void> {
  await sql`select refresh_waits(${now}::timestamptz)`.execute(db)
}

/** Deletes some that are too old; answers how many. */
export async function deleteOld(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - notificationDays * 86_400_000)
  const { rows } = await sql`
    delete from notification where id in (
      select id from notification where raised_at < ${before} order by raised_at limit ${sql.lit(batchSize)}
      for update skip locked
    )
    returning id
  `.execute(db)
  return rows.length
}

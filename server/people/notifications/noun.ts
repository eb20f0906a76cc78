import {
  chooseNotifications,
  kindsFor,
  listNotifications,
  type Notification,
  readNotification,
  readNotificationChoices,
  readNotifications,
  readUnread,
} from '../../../contract/people/notifications.ts'
import type { Change } from '../../ground/db/changes.ts'
import type { Database } from '../../ground/db/connect.ts'
import { invalidField } from '../../ground/http/errors.ts'
import type { LiveRecords } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { inBatches } from '../../ground/jobs/batches.ts'
import { found } from '../../ground/records/record.ts'
import * as queries from './queries.ts'

const gone = { gone: 'This notification is no longer current.' }

const patientOf = ({ vitals, access }: Notification) => vitals?.patientId ?? access?.patientId ?? null

const records: LiveRecords = {
  noun: 'notification',
  kinds: ['notifications'],
  scopesOf: ({ told: { of = [] } }) => of.map((staffId) => `notifications:${staffId}`),
  async read(db, ids) {
    const told = await queries.notificationsTold(db, ids)
    return told.map((record) => ({
      record,
      scopes: [`notifications:${record.staffId}`],
      patientId: patientOf(record),
    }))
  },
  carrying: {
    // In another role one sees other kinds of one's own.
    staff: (db, changes) =>
      ofPeople(
        db,
        changes.filter(({ told }) => told.chosen),
      ),
    'notification-choice': ofPeople,
  },
}

async function ofPeople(db: Database, changes: readonly Change[]): Promise<Change[]> {
  if (changes.length === 0) return []
  const theirs = await queries.idsOf(
    db,
    changes.map(({ id }) => id),
  )
  return theirs.map(({ id, staffId }) => ({ noun: 'notification', id, told: { of: [staffId] } }))
}

export const notifications = {
  routes(app) {
    serve(app, listNotifications, async ({ db, staff, query, audit }) => {
      const list = await queries.notificationPage(db, staff, { page: 1, ...query })
      audit.patientIds = [...new Set(list.items.flatMap((one) => patientOf(one) ?? []))]
      return list
    })

    serve(app, readUnread, async ({ db, staff }) => ({ ids: await queries.unreadIds(db, staff) }))

    serve(app, readNotification, async ({ trx, staff, params, now, audit }) => {
      await queries.markRead(trx, staff.id, params.id, now)
      audit.changes = { isRead: true }
      return found(gone, await queries.notificationOf(trx, staff, params.id))
    })

    serve(app, readNotifications, async ({ trx, staff, body, now, audit }) => {
      const read = await queries.markAllRead(trx, staff, body.until, now)
      audit.changes = { read }
      return { read }
    })

    serve(app, readNotificationChoices, async ({ db, staff }) => queries.choicesOf(db, staff))

    serve(app, chooseNotifications, async ({ trx, staff, body, audit }) => {
      const { kind, isOn } = body
      if (!kindsFor(staff).includes(kind)) throw invalidField('kind', 'Your role does not get these.')
      const before = await queries.choicesOf(trx, staff)
      await queries.choose(trx, staff.id, kind, isOn)
      audit.changes = { [kind]: [before.find((one) => one.kind === kind)?.isOn, isOn] }
      return queries.choicesOf(trx, staff)
    })
  },
  live: { records: [records] },
  jobs: [
    {
      name: 'refresh-waits',
      every: '* * * * *',
      run: ({ db, clock }) => queries.refreshWaits(db, clock()),
    },
    {
      name: 'delete-old-notifications',
      // Thirty days need not be exact to the hour.
      every: '25 * * * *',
      run: ({ db, clock, signal }) => inBatches(signal, () => queries.deleteOld(db, clock())),
    },
  ],
} satisfies Noun

import type { ScopeKindName } from '../../../contract/nouns.ts'
import type { Change } from '../../ground/db/changes.ts'
import type { Database } from '../../ground/db/connect.ts'
import type { LiveNoun, LiveRecords } from '../../ground/http/live-noun.ts'
import { appointmentCounts, bedCounts, dayCounts, lastDays, patientCounts, stockCounts } from './figures.ts'

/** Milliseconds between two tellings of a figure: nobody reads faster, and an import counts a hundred times a second. */
const pause = 250
/** Days whose figures are sent; no screen shows more. */
const daysTold = 30

/**
 * A part of the figures as one record, counted anew when something changes that it counts: once in each process, and the
 * same bytes for every screen.
 */
function part(
  id: 'patients' | 'appointments' | 'beds' | 'stock',
  of: readonly string[],
  read: (db: Database, today: string) => Promise<object>,
  counts: (change: Change, today: string) => boolean = () => true,
): LiveRecords {
  const scope: ScopeKindName = `dashboard-${id}`
  return {
    noun: scope,
    pause,
    kinds: [scope],
    scopesOf: (change, today) => (counts(change, today) ? [scope] : []),
    read: async (db, _ids, today) => [
      { record: { id, ...(await read(db, today)) }, patientId: null, scopes: [scope] },
    ],
    carrying: Object.fromEntries(
      of.map((noun) => [
        noun,
        async (_db, changes) => changes.map(({ told }) => ({ noun: scope, id, told })),
      ]),
    ),
  }
}

const records: LiveRecords[] = [
  part('patients', ['patient', 'patients-added', 'patients-removed'], patientCounts, ({ told }) =>
    Boolean(told.new ?? told.identity),
  ),
  part('appointments', ['appointment', 'appointments-imported'], appointmentCounts, isOnBoard),
  part('beds', ['bed', 'beds-imported'], bedCounts),
  part('stock', ['inventory-item', 'purchase-order'], stockCounts),
  {
    noun: 'dashboard-days',
    pause,
    kinds: ['dashboard-days'],
    scopesOf: ({ id }, today) => (lastDays(today, daysTold).includes(id) ? ['dashboard-days'] : []),
    read: async (db, days) =>
      (await dayCounts(db, days)).map((record) => ({ record, patientId: null, scopes: ['dashboard-days'] })),
    carrying: {
      appointment: async (_db, changes) =>
        changes.flatMap(({ told: { day = [] } }) =>
          day.map((id) => ({ noun: 'dashboard-days', id, told: {} })),
        ),
    },
  },
]

function isOnBoard({ told: { day = [], queue } }: Change, today: string): boolean {
  return queue !== undefined || day.includes(today)
}

export const live: LiveNoun = { records }

import type { Job } from '../../ground/jobs/job.ts'
import { refreshExpiryAlerts } from './queries.ts'
import { forgetLooks } from './recipients.ts'

/** Alerts of expiry are raised by the passing of days, which no write tells. */
export const raiseExpiryAlerts: Job = {
  name: 'raise-expiry-alerts',
  // In every time zone a day begins at a quarter of an hour.
  every: '*/15 * * * *',
  run: ({ db, signal }) => refreshExpiryAlerts(db, signal),
}

const countedMillis = 24 * 3_600_000

export const forgetOldLooks: Job = {
  name: 'forget-recipient-looks',
  every: '40 2 * * *',
  run: ({ db, clock, signal }) => forgetLooks(db, new Date(clock().getTime() - countedMillis), signal),
}

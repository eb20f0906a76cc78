import type { Job } from '../jobs/job.ts'
import { refreshExpiryAlerts } from './queries.ts'

/** Alerts of expiry are raised by the passing of days, which no write tells. */
export const raiseExpiryAlerts: Job = {
  name: 'raise-expiry-alerts',
  // In every time zone a day begins at a quarter of an hour.
  every: '*/15 * * * *',
  run: ({ db, signal }) => refreshExpiryAlerts(db, signal),
}

import { sql } from 'kysely'
import { batchSize, inBatches } from '../../ground/jobs/batches.ts'
import type { JobContext } from '../../ground/jobs/job.ts'

/** Days: unconfirmed bookings are kept from when they were made, confirmed ones from the day of the appointment. */
const keptDays = { unconfirmed: 3, confirmed: 30 }

/** Deletes the names, addresses and phone numbers that were typed. The hold and the appointment stay. */
export async function forgetBookings({ db, signal }: JobContext): Promise<void> {
  await inBatches(signal, async () => {
    const { numAffectedRows } = await sql`
      delete from online_booking where id in (
        select booking.id from online_booking booking join slot_hold hold on hold.id = booking.id
        where case when booking.confirmed_at is null then booking.asked_at < now() - ${keptDays.unconfirmed} * interval '1 day'
          else hold.date < hospital_today() - ${keptDays.confirmed}::int end
        limit ${batchSize})
    `.execute(db)
    return Number(numAffectedRows ?? 0)
  })
}

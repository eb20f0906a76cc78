import type { z } from 'zod'
import { bookSeries, type SeriesForm } from '../../../contract/front-desk/appointment-series.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import type { Client } from '../client.ts'

/** Books a series, through the API. */
export async function givenSeries(
  desk: Client,
  body: z.input<typeof SeriesForm>,
): Promise<{ id: string; appointments: Appointment[] }> {
  return (await desk.call(bookSeries, { body })).body
}

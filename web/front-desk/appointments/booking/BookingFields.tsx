import { Textarea } from '@mantine/core'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DayField } from '../../../ground/ui/form/DayField.tsx'
import { useFreeDays } from '../hours/free-days.ts'
import { PlacedTime, setWanted } from '../hours/PlacedTime.tsx'
import { PassedTime } from './PassedTime.tsx'
import type { Booking } from './use-booking.ts'

/** Fields that every booking has, for the screen and the dialog alike. */

export function BookedDay({ of: { form } }: { of: Booking }) {
  const today = useToday()
  const notes = useFreeDays(form.values.doctorId)
  return (
    <DayField
      label="Date"
      today={today}
      notes={notes}
      {...form.getInputProps('date')}
      value={form.values.date}
    />
  )
}

export function BookedTime({ of: { form, place } }: { of: Booking }) {
  return (
    <PlacedTime
      of={place}
      wanted={form.values}
      onWanted={(chosen) => setWanted(form, chosen)}
      input={form.getInputProps('time')}
      reason={{ ...form.getInputProps('overbookReason'), value: form.values.overbookReason }}
    />
  )
}

export function BookedNotes({ of: { form } }: { of: Booking }) {
  return <Textarea label="Notes" rows={3} {...form.getInputProps('notes')} />
}

/** The question about a time that has passed. */
export function BookedInThePast({ of: { form, passed, busy, onSubmit } }: { of: Booking }) {
  return (
    <PassedTime
      of={passed}
      when={form.values}
      notDone="Not booked yet."
      label="Book anyway"
      busy={busy}
      onMeant={() => onSubmit()}
    />
  )
}

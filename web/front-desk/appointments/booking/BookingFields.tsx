import { Textarea } from '@mantine/core'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DayField } from '../../../ground/ui/form/DayField.tsx'
import { PassedTime } from './PassedTime.tsx'
import { TimeField } from './TimeField.tsx'
import type { Booking } from './use-booking.ts'

/** Fields that every booking has, for the screen and the dialog alike. */

export function BookedDay({ of: { form } }: { of: Booking }) {
  const today = useToday()
  return <DayField label="Date" today={today} {...form.getInputProps('date')} value={form.values.date} />
}

export function BookedTime({ of: { form } }: { of: Booking }) {
  const { date, doctorId, type, time } = form.values
  return (
    <TimeField
      label="Time"
      date={date}
      doctorId={doctorId}
      isEmergency={type === 'EMERGENCY'}
      {...form.getInputProps('time')}
      value={time}
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

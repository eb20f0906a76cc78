import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { FormFrame } from '../../../ground/records/form/FormFrame.tsx'
import { useMe, useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDay, patientName } from '../../../ground/ui/format.ts'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { FieldGrid, Section, WholeRow } from '../../../ground/ui/page/Section.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientPicker } from '../../../people/patients/public.ts'
import { DoctorField } from '../../../people/staff/public.ts'
import { LateRepeat } from '../series/late.ts'
import { BookedDay, BookedInThePast, BookedNotes, BookedTime } from './BookingFields.tsx'
import { NewAppointmentSearch } from './new-appointment-search.ts'
import { TypeField } from './TypeField.tsx'
import { useBooking } from './use-booking.ts'

const route = getRouteApi('/signed-in/shell/opd-queue/new')

type Search = ReturnType<typeof route.useSearch>

/** Books an appointment. The key resets the form for another patient or place, so that no text carries over. */
export function NewAppointment() {
  const search = NewAppointmentSearch.parse(route.useSearch())
  return <BookingForm key={keyOf(search)} search={search} />
}

/** The draft of a place that was chosen in a calendar isn't laid over another place. */
function keyOf({ patientId = '', doctorId, date, time }: Search): string {
  return doctorId || time ? `${patientId}:${doctorId}:${date}:${time}` : patientId
}

function BookingForm({ search }: { search: Search }) {
  const me = useMe()
  const today = useToday()
  const navigate = useNavigate()
  const booking = useBooking({
    blank: () => ({
      patientId: search.patientId ?? '',
      date: search.date && search.date > today ? search.date : today,
      time: search.time ?? '',
      type: '',
      doctorId: search.doctorId ?? (me.isDoctor ? me.id : ''),
      notes: '',
    }),
    draftKey: `appointment:new:${keyOf(search)}`,
    async onBooked(booked) {
      toast.success('Appointment scheduled successfully', {
        detail: `${patientName(booked.patient)} has queue number ${booked.queueNumber} on ${formatDay(booked.date)}.`,
      })
      await navigate({
        to: '/opd-queue',
        search: { card: booked.id, ...(booked.date !== today && { date: booked.date }) },
      })
    },
  })
  const { form } = booking
  const [isRepeating, setRepeating] = useState(false)
  const { hasSchedules } = useSite()
  const { doctorId, type, patientId } = form.values

  return (
    <>
      <PageHeader title="New Appointment" context="The queue number is assigned on booking" />
      <FormFrame
        of={{ ...booking, warning: <BookedInThePast of={booking} /> }}
        saveLabel="Schedule Appointment"
        busyLabel="Scheduling..."
        closing={
          <ButtonLink
            to="/opd-queue"
            search={search.date ? { date: search.date } : {}}
            variant="default"
            onClick={booking.giveUp}
          >
            Cancel
          </ButtonLink>
        }
      >
        <Section>
          <FieldGrid>
            <WholeRow>
              <PatientPicker
                {...form.getInputProps('patientId')}
                label="Patient"
                withAsterisk
                value={patientId || null}
                onChange={(id) => form.setFieldValue('patientId', id ?? '')}
              />
            </WholeRow>
            <DoctorField label="Doctor" {...form.getInputProps('doctorId')} value={doctorId} />
            <BookedDay of={booking} />
            <BookedTime of={booking} />
            <TypeField withAsterisk {...form.getInputProps('type')} value={type || null} />
            <WholeRow>
              <BookedNotes of={booking} />
            </WholeRow>
            {hasSchedules && (
              <WholeRow>
                <Button variant="default" onClick={() => !form.validate().hasErrors && setRepeating(true)}>
                  Repeat…
                </Button>
              </WholeRow>
            )}
          </FieldGrid>
        </Section>
      </FormFrame>
      {isRepeating && (
        <LateRepeat first={form.getValues()} onClose={() => setRepeating(false)} onBooked={booking.giveUp} />
      )}
    </>
  )
}

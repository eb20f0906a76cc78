import { Textarea } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { AppointmentBooking, type AppointmentType } from '../../../contract/appointments.ts'
import { ButtonLink } from '../../links/links.tsx'
import { PatientPicker } from '../../patients/public.ts'
import { refusedBy } from '../../records/failures.ts'
import { FormFrame } from '../../records/form/FormFrame.tsx'
import { type NewRecord, useNewRecord } from '../../records/form/new-record.tsx'
import { useMe } from '../../session/account.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { DoctorField } from '../../staff/public.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { formatDay, patientName } from '../../ui/format.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { FieldGrid, Section, WholeRow } from '../../ui/page/Section.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAppointmentActions } from '../queries.ts'
import { PassedTime, usePassedTime } from './PassedTime.tsx'
import { TimeField } from './TimeField.tsx'
import { TypeField } from './TypeField.tsx'

const route = getRouteApi('/signed-in/shell/opd-queue/new')

/** What the form holds while it is filled in; all of it is kept as a draft. */
interface BookingValues {
  patientId: string
  date: string
  time: string
  type: AppointmentType | ''
  doctorId: string
  notes: string
}

/** Books an appointment. The key begins another form for another patient: what was typed about one is not the next one's. */
export function NewAppointment() {
  const search = route.useSearch()
  return <BookingForm key={search.patientId} search={search} />
}

function BookingForm({ search }: { search: ReturnType<typeof route.useSearch> }) {
  const me = useMe()
  const today = useToday()
  const navigate = useNavigate()
  const { book } = useAppointmentActions()
  const passed = usePassedTime()
  const entry: NewRecord<BookingValues> = useNewRecord({
    thing: 'appointment',
    was: 'booked',
    blank: (): BookingValues => ({
      patientId: search.patientId ?? '',
      date: search.date && search.date > today ? search.date : today,
      time: '',
      type: '',
      doctorId: me.role === 'doctor' ? me.id : '',
      notes: '',
    }),
    schema: AppointmentBooking,
    draftKey: `appointment:new:${search.patientId ?? ''}`,
    add: (body, attemptKey) => book({ ...body, ...passed.evenIf(body) }, attemptKey),
    async onAdded(booked) {
      toast.success('Appointment scheduled successfully', {
        detail: `${patientName(booked.patient)} has queue number ${booked.queueNumber} on ${formatDay(booked.date)}.`,
      })
      await navigate({
        to: '/opd-queue',
        search: { card: booked.id, ...(booked.date !== today && { date: booked.date }) },
      })
    },
    onFailure: (error) =>
      passed.holdsBack(error, form.getValues()) || refusedBy('Failed to schedule appointment')(error),
  })
  const { form } = entry
  const { date, time, doctorId, type, patientId } = form.values

  return (
    <>
      <PageHeader title="New Appointment" context="The queue number is assigned on booking" />
      <FormFrame
        of={{
          ...entry,
          warning: (
            <PassedTime
              of={passed}
              when={form.values}
              notDone="Not booked yet."
              label="Book anyway"
              busy={entry.busy}
              onMeant={() => entry.onSubmit()}
            />
          ),
        }}
        saveLabel="Schedule Appointment"
        busyLabel="Scheduling..."
        closing={
          <ButtonLink
            to="/opd-queue"
            search={search.date ? { date: search.date } : {}}
            variant="default"
            onClick={entry.giveUp}
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
            <DayField label="Date" today={today} {...form.getInputProps('date')} value={date} />
            <TimeField
              label="Time"
              date={date}
              doctorId={doctorId}
              isEmergency={type === 'EMERGENCY'}
              {...form.getInputProps('time')}
              value={time}
            />
            <TypeField withAsterisk {...form.getInputProps('type')} value={type || null} />
            <WholeRow>
              <Textarea label="Notes" rows={3} {...form.getInputProps('notes')} />
            </WholeRow>
          </FieldGrid>
        </Section>
      </FormFrame>
    </>
  )
}

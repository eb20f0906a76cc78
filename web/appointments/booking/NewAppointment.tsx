import { Button, Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import {
  AppointmentBooking,
  type AppointmentType,
  appointmentTypeNames,
  appointmentTypes,
} from '../../../contract/appointments.ts'
import { ApiError } from '../../client/api.ts'
import { newAttemptKey } from '../../client/attempt-key.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { ButtonLink } from '../../links.tsx'
import { Allergies, PatientPicker, patientQuery } from '../../patients/public.ts'
import { useMe } from '../../session/account.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { DoctorField } from '../../staff/public.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { FormErrors } from '../../ui/form/FormErrors.tsx'
import { formatDay, patientName } from '../../ui/format.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { FieldGrid, Section, WholeRow } from '../../ui/page/Section.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAppointmentActions } from '../queries.ts'
import classes from './AppointmentForm.module.css'
import { TimeField } from './TimeField.tsx'

const route = getRouteApi('/signed-in/shell/opd-queue/new')

/** What the form holds while it is filled in; all of it is kept as a draft. */
interface BookingValues {
  patientId: string
  date: string
  time: string
  type: AppointmentType | ''
  doctorId: string
  notes: string
  /** The same on every try of this form, so that one form never books twice. */
  attemptKey: string
}

const schema = AppointmentBooking.extend({ attemptKey: z.string() })

/** Books an appointment. */
export function NewAppointment() {
  const search = route.useSearch()
  const me = useMe()
  const today = useToday()
  const navigate = useNavigate()
  const { book } = useAppointmentActions()
  const [initialValues] = useState<BookingValues>(() => ({
    patientId: search.patientId ?? '',
    date: search.date && search.date > today ? search.date : today,
    time: '',
    type: '',
    doctorId: me.role === 'doctor' ? me.id : '',
    notes: '',
    attemptKey: newAttemptKey(),
  }))

  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      const { attemptKey, ...body } = schema.parse(values)
      const booked = await book(body, attemptKey)
      draft.forget()
      toast.success('Appointment scheduled successfully', {
        detail: `${patientName(booked.patient)} has queue number ${booked.queueNumber} on ${formatDay(booked.date)}.`,
      })
      await navigate({ to: '/opd-queue', search: booked.date === today ? {} : { date: booked.date } })
    },
    onFailure(error) {
      if (!(error instanceof ApiError) || error.status === 0) {
        toast.error('Failed to schedule appointment')
        return false
      }
      if (error.problem.errors?.length) return false
      toast.error(
        error.problem.code === 'idempotency_key_reused'
          ? 'This appointment was already booked, before your last change to the form. Find it in the queue and reschedule it there.'
          : error.message || 'Failed to schedule appointment',
      )
      return true
    },
  })
  const draft = useFormDraft(form, me.id, `appointment:new:${search.patientId ?? ''}`)
  const { date, time, doctorId, type, patientId } = form.values

  return (
    <>
      <PageHeader title="New Appointment" context="Its queue number for the day is given when it is booked" />
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <div className={classes.notices}>
          <DraftNotice draft={draft} was="booked" onStartOver={() => form.reset()} />
          <FormErrors {...summary} />
        </div>
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
              {patientId && <ChosenAllergies patientId={patientId} />}
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
            <Select
              label="Type"
              withAsterisk
              placeholder="Choose a type"
              data={appointmentTypes.map((value) => ({ value, label: appointmentTypeNames[value] }))}
              {...form.getInputProps('type')}
              value={type || null}
            />
            <WholeRow>
              <Textarea label="Notes" rows={3} {...form.getInputProps('notes')} />
            </WholeRow>
          </FieldGrid>
        </Section>
        <div className={classes.actions}>
          <ButtonLink
            to="/opd-queue"
            search={search.date ? { date: search.date } : {}}
            variant="default"
            onClick={draft.forget}
          >
            Cancel
          </ButtonLink>
          <Button type="submit" aria-busy={busy}>
            {busy ? 'Scheduling...' : 'Schedule Appointment'}
          </Button>
        </div>
      </form>
    </>
  )
}

function ChosenAllergies({ patientId }: { patientId: string }) {
  const patient = useQuery(patientQuery(patientId))
  if (patient.isPending) return null
  return (
    <div className={classes.allergies}>
      <Allergies allergies={patient.data?.allergies} />
    </div>
  )
}

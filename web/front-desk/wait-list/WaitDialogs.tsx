import { SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  longestWaitNote,
  WaitEntry,
  waitPriorities,
  waitPriorityNames,
} from '../../../contract/front-desk/wait-list.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { DayField } from '../../ground/ui/form/DayField.tsx'
import { formatDay, formatTime, fullName } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { useClinics } from '../../people/clinics/public.ts'
import { PatientPicker, PatientSummary } from '../../people/patients/public.ts'
import { DoctorField, doctorsQuery } from '../../people/staff/public.ts'
import { slotWords, upcomingAppointmentsQuery } from '../appointments/public.ts'
import { useWaitActions } from './queries.ts'
import {
  blankWait,
  type WaitValues,
  waitChangeSchema,
  waitFields,
  waitSchema,
  waitValues,
} from './wait-form.ts'
import { forWords } from './words.ts'

type Form = UseFormReturnType<WaitValues>

export function AddWaitDialog({
  given,
  onClose,
}: {
  /** The values that the form begins with. */
  given: Parameters<typeof blankWait>[1]
  onClose: () => void
}) {
  const today = useToday()
  const { add } = useWaitActions()
  const adding = useNewRecord({
    thing: 'entry',
    blank: () => blankWait(today, given),
    schema: waitSchema,
    draftKey: `wait:new:${given.patient ?? ''}:${given.doctor ?? ''}`,
    add,
    onAdded(entry) {
      toast.success(`${fullName(entry.patient)} is on the wait list`, { detail: forWords(entry) })
      onClose()
    },
  })
  const { form } = adding
  return (
    <DialogFrame title="Add to the wait list" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add to wait list" busyLabel="Adding…">
        <PatientPicker
          {...form.getInputProps('patientId')}
          label="Patient"
          withAsterisk
          value={form.values.patientId || null}
          onChange={(id) => form.setValues({ patientId: id ?? '', appointmentId: '' })}
        />
        <Fields form={form} />
      </NewDialogForm>
    </DialogFrame>
  )
}

export function ChangeWaitDialog({ latest, onClose }: { latest: WaitEntry; onClose: () => void }) {
  const { change } = useWaitActions()
  const clinics = useClinics()
  const doctors = useQuery(doctorsQuery).data
  const upcoming = useQuery(upcomingAppointmentsQuery(latest.patientId)).data
  const fields = useMemo(
    () =>
      waitFields(
        (id) => clinics.find((one) => one.id === id)?.name ?? '',
        (id) => {
          const doctor = doctors?.find((one) => one.id === id)
          return doctor ? doctorName(fullName(doctor)) : ''
        },
        (id) => {
          const later = upcoming?.find((one) => one.id === id)
          return later ? slotWords(later) : ''
        },
      ),
    [clinics, doctors, upcoming],
  )
  const edit = useRecordEdit({
    thing: 'entry',
    latest,
    ended: latest.endedAt === null ? undefined : latest.state === 'BOOKED' ? 'booked' : 'withdrawn',
    record: WaitEntry,
    fields,
    schema: waitChangeSchema,
    valuesOf: waitValues,
    draftKey: `wait:${latest.id}`,
    save: change,
    told: ({ patient }) => `${fullName(patient)}’s entry changed`,
    onSaved: onClose,
  })
  return (
    <DialogFrame title="Change the entry on the wait list" onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label="Save changes" busyLabel="Saving…">
        <PatientSummary patient={latest.patient} withContact />
        <Fields form={edit.form} latest={latest} />
      </EditDialogForm>
    </DialogFrame>
  )
}

/** Lists what the entry waits for already, also where it can’t be chosen any more. */
function Fields({ form, latest }: { form: Form; latest?: WaitEntry }) {
  const { values } = form
  const today = useToday()
  const clinics = useClinics()
  const choices = clinics.map(({ id, name }) => ({ value: id, label: name }))
  if (latest?.unbookable === 'clinic' && latest.clinicId)
    choices.unshift({ value: latest.clinicId, label: `${latest.clinic}, closed` })
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Choice
          label="Clinic"
          description="Any doctor of it, unless one is chosen"
          clearable
          placeholder="Any clinic of the doctor"
          data={choices}
          {...form.getInputProps('clinicId')}
          value={values.clinicId || null}
          onChange={(chosen) => form.setFieldValue('clinicId', chosen ?? '')}
        />
        <DoctorField
          label="Doctor"
          description="Leave blank for any doctor of the clinic"
          withAsterisk={false}
          present={
            latest?.unbookable === 'doctor' && latest.doctorId && latest.doctor
              ? { id: latest.doctorId, words: `${doctorName(latest.doctor)}, not active` }
              : undefined
          }
          {...form.getInputProps('doctorId')}
          value={values.doctorId}
        />
        <DayField
          label="First day"
          today={today}
          {...form.getInputProps('firstDay')}
          value={values.firstDay}
        />
        <DayField label="Last day" today={today} {...form.getInputProps('lastDay')} value={values.lastDay} />
        <TextInput type="time" label="From" {...form.getInputProps('fromTime')} />
        <TextInput type="time" label="Until" {...form.getInputProps('toTime')} />
        <Choice
          label="Priority"
          withAsterisk
          data={waitPriorities.map((one) => ({ value: String(one), label: waitPriorityNames[one] }))}
          {...form.getInputProps('priority')}
          value={values.priority}
          onChange={(chosen) => chosen && form.setFieldValue('priority', chosen)}
        />
        <BringsForward form={form} />
      </SimpleGrid>
      <TextInput
        label="Note"
        description="When to phone, or how soon the patient can come. Nothing clinical."
        autoComplete="off"
        maxLength={longestWaitNote}
        {...form.getInputProps('note')}
      />
    </>
  )
}

/** The patient's appointments that are still to come, of which a place could bring one forward. */
function BringsForward({ form }: { form: Form }) {
  const { patientId, appointmentId } = form.values
  const { data } = useQuery({ ...upcomingAppointmentsQuery(patientId), enabled: patientId !== '' })
  const movable = data?.filter(({ status }) => status === 'SCHEDULED') ?? []
  if (movable.length === 0 && !appointmentId)
    return (
      <Text size="sm" c="dimmed" style={{ alignSelf: 'end' }}>
        {patientId === '' || data ? 'No later appointment to bring forward.' : 'Loading appointments…'}
      </Text>
    )
  return (
    <Choice
      label="Brings forward"
      clearable
      placeholder="Nothing: it is a new appointment"
      data={movable.map((one) => ({
        value: one.id,
        label: `${formatDay(one.date)}, ${formatTime(one.time)}, ${doctorName(fullName(one.doctor))}`,
      }))}
      {...form.getInputProps('appointmentId')}
      value={appointmentId || null}
      onChange={(chosen) => form.setFieldValue('appointmentId', chosen ?? '')}
    />
  )
}

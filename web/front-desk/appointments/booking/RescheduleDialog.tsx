import { z } from 'zod'
import {
  Appointment,
  AppointmentBooking,
  type AppointmentStatus,
  type AppointmentType,
  appointmentTypeNames,
} from '../../../../contract/front-desk/appointments.ts'
import type { RecordFields } from '../../../ground/records/edit/differences.ts'
import { EditDialogForm } from '../../../ground/records/edit/EditDialogForm.tsx'
import { type RecordEdit, useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { DayField } from '../../../ground/ui/form/DayField.tsx'
import { dayWords } from '../../../ground/ui/form/typed-day.ts'
import { formatTime, fullName } from '../../../ground/ui/format.ts'
import { DoctorField, DoctorName } from '../../../people/staff/public.ts'
import { useFreeDays } from '../hours/free-days.ts'
import { PlacedTime, setWanted } from '../hours/PlacedTime.tsx'
import { usePlace } from '../hours/use-place.ts'
import { useAppointmentActions } from '../queries.ts'
import { slotWords } from '../words.ts'
import { AppointmentSummary } from './AppointmentSummary.tsx'
import { type AboutAppointment, useLatest } from './about-appointment.ts'
import { PassedTime, usePassedTime } from './PassedTime.tsx'
import { TypeField } from './TypeField.tsx'

const schema = z
  .object(AppointmentBooking.shape)
  .pick({ date: true, time: true, doctorId: true, type: true, overbookReason: true })
type Values = z.input<typeof schema>

const fields = {
  date: { label: 'Date', words: dayWords },
  doctorId: { label: 'Doctor', words: (id: string) => <DoctorName id={id} /> },
  time: { label: 'Time', words: formatTime },
  type: { label: 'Type', words: (type: AppointmentType) => appointmentTypeNames[type] },
} satisfies RecordFields<Values>

/** How an appointment is past rescheduling. */
const endings: Partial<Record<AppointmentStatus, string>> = {
  IN_PROGRESS: 'started',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
}

/**
 * Moves an appointment to another day, time or doctor, or changes its type: a patient who gets worse while waiting is
 * seen first. A refusal is shown inside, and typed entries stay.
 */
export function RescheduleDialog({ about }: { about: AboutAppointment }) {
  const { appointment, opened, close, onExited } = about
  return (
    <DialogFrame opened={opened} onClose={close} onExited={onExited} title="Reschedule appointment">
      {appointment && <Rescheduling appointment={appointment} onClose={close} />}
    </DialogFrame>
  )
}

function Rescheduling({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const today = useToday()
  const { reschedule } = useAppointmentActions()
  const latest = useLatest(appointment)
  const name = fullName(latest.patient)
  const passed = usePassedTime()
  const edit: RecordEdit<Values> = useRecordEdit({
    thing: 'appointment',
    latest,
    ended: endings[latest.status],
    record: Appointment,
    fields,
    schema,
    // A missed appointment moves to today, unless another day is chosen.
    valuesOf: ({ date, time, doctorId, type, status }): Values => ({
      date: status === 'SCHEDULED' && date < today ? today : date,
      time,
      doctorId,
      type,
      overbookReason: '',
    }),
    draftKey: `appointment:reschedule:${appointment.id}`,
    save: (body, base) => reschedule(base, { ...body, ...passed.evenIf(body), ...place.body(body) }),
    onFailure(error) {
      place.noteRefusal(error, form.getValues())
      return passed.holdsBack(error, form.getValues())
    },
    told: (moved) => ({
      text: `${name}’s appointment rescheduled`,
      detail: `${slotWords(moved)}, ${appointmentTypeNames[moved.type]}. Queue number ${moved.queueNumber}.`,
    }),
    stays: (kept) => `${name}’s appointment stays on ${slotWords(kept)}.`,
    onSaved: onClose,
  })
  const { form } = edit
  const place = usePlace(form.values, latest)
  const freeDays = useFreeDays(form.values.doctorId)
  return (
    <EditDialogForm
      edit={edit}
      onClose={onClose}
      label={`Reschedule ${name}’s appointment`}
      busyLabel="Rescheduling…"
      cancelLabel="Keep current time"
    >
      <AppointmentSummary appointment={latest} />
      <DayField
        label={fields.date.label}
        today={today}
        notes={freeDays}
        {...form.getInputProps('date')}
        value={form.values.date}
      />
      <DoctorField
        label={fields.doctorId.label}
        present={latest.doctor}
        {...form.getInputProps('doctorId')}
        value={form.values.doctorId}
      />
      <PlacedTime
        of={place}
        wanted={form.values}
        onWanted={(chosen) => setWanted(form, chosen)}
        input={form.getInputProps('time')}
        reason={{ ...form.getInputProps('overbookReason'), value: form.values.overbookReason }}
        movedId={appointment.id}
      />
      <TypeField withAsterisk {...form.getInputProps('type')} value={form.values.type} />
      <PassedTime
        of={passed}
        when={form.values}
        notDone="Not rescheduled yet."
        label="Reschedule anyway"
        busy={edit.busy}
        onMeant={() => edit.onSubmit()}
      />
    </EditDialogForm>
  )
}

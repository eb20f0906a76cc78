import { z } from 'zod'
import { type Appointment, AppointmentBooking } from '../../../contract/appointments.ts'
import { useContractForm } from '../../client/forms.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { DoctorField } from '../../staff/public.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ui/dialog/DialogFrame.tsx'
import { DayField } from '../../ui/form/DayField.tsx'
import { formatDay, formatTime, fullName } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { useAppointmentActions } from '../queries.ts'
import { AppointmentSummary } from './AppointmentSummary.tsx'
import type { AboutAppointment } from './about-appointment.ts'
import { TimeField } from './TimeField.tsx'

const schema = z.object(AppointmentBooking.shape).pick({ date: true, time: true, doctorId: true })

/** Moves an appointment to another day, time or doctor. A refusal is said inside, and what was typed stays. */
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
  const { change } = useAppointmentActions()
  const isMissed = appointment.status === 'SCHEDULED' && appointment.date < today
  const name = fullName(appointment.patient)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues: {
      date: isMissed ? today : appointment.date,
      time: appointment.time,
      doctorId: appointment.doctorId,
    },
    async send(values) {
      const { date, time, doctorId } = schema.parse(values)
      const moved = await change(appointment.id, { date, time, doctorId })
      onClose()
      toast.success(`${name}’s appointment rescheduled`, {
        detail: `${formatDay(moved.date)}, ${formatTime(moved.time)} with ${fullName(moved.doctor)}. Queue number ${moved.queueNumber}.`,
      })
    },
  })
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label={`Reschedule ${name}’s appointment`}
      busyLabel="Rescheduling…"
      cancelLabel="Keep it as it is"
      onCancel={onClose}
    >
      <AppointmentSummary appointment={appointment} />
      <DayField label="Date" today={today} {...form.getInputProps('date')} value={form.values.date} />
      <DoctorField
        label="Doctor"
        present={appointment.doctor}
        {...form.getInputProps('doctorId')}
        value={form.values.doctorId}
      />
      <TimeField
        label="Time"
        date={form.values.date}
        doctorId={form.values.doctorId}
        isEmergency={appointment.type === 'EMERGENCY'}
        movedId={appointment.id}
        {...form.getInputProps('time')}
        value={form.values.time}
      />
    </DialogForm>
  )
}

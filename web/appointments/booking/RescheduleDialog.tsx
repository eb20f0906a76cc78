import { Button, Group, Modal, Stack } from '@mantine/core'
import { z } from 'zod'
import { type Appointment, AppointmentBooking } from '../../../contract/appointments.ts'
import { useContractForm } from '../../client/forms.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { DoctorField } from '../../staff/public.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { FormErrors } from '../../ui/form/FormErrors.tsx'
import { formatDay, formatTime, fullName } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { useAppointmentActions } from '../queries.ts'
import classes from './AppointmentForm.module.css'
import { AppointmentSummary } from './AppointmentSummary.tsx'
import type { AboutAppointment } from './about-appointment.ts'
import { TimeField } from './TimeField.tsx'

const schema = z.object(AppointmentBooking.shape).pick({ date: true, time: true, doctorId: true })

/** Moves an appointment to another day, time or doctor. A refusal is said inside, and what was typed stays. */
export function RescheduleDialog({ about }: { about: AboutAppointment }) {
  const { appointment, opened, close, onExited } = about
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Reschedule appointment"
      size="lg"
      returnFocus={false}
      onExitTransitionEnd={onExited}
    >
      {appointment && <Rescheduling appointment={appointment} onClose={close} />}
    </Modal>
  )
}

function Rescheduling({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const today = useToday()
  const { change } = useAppointmentActions()
  const name = fullName(appointment.patient)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues: { date: appointment.date, time: appointment.time, doctorId: appointment.doctorId },
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
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <AppointmentSummary appointment={appointment} />
        <FormErrors {...summary} />
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep it as it is
          </Button>
          <Button type="submit" className={classes.naming} aria-busy={busy}>
            {busy ? 'Rescheduling…' : `Reschedule ${name}’s appointment`}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

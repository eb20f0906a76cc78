import type { Appointment } from '../../../contract/appointments.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import type { NextStep } from '../abilities.ts'
import { AppointmentSummary } from '../booking/AppointmentSummary.tsx'
import type { AboutAppointment } from '../booking/about-appointment.ts'

/** Asks a doctor before a colleague's patient is started or completed. */
export function ColleagueDialog({
  about,
  step,
  onStep,
}: {
  about: AboutAppointment
  /** The step that was pressed, whatever happened to the appointment meanwhile. */
  step: NextStep
  /** Throws what keeps it from being done. */
  onStep: (appointment: Appointment, step: NextStep) => Promise<void>
}) {
  const { appointment, opened, close, onExited } = about
  if (!appointment) return null
  const { doctor, doctorId, status, statusBy, statusByName } = appointment
  const act = `${step.label} for Dr ${doctor.lastName}`
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onExited={onExited}
      title={`${act}?`}
      confirmLabel={act}
      busyLabel={`${step.label === 'Start' ? 'Starting' : 'Completing'}…`}
      danger={false}
      onConfirm={async () => {
        await onStep(appointment, step)
        close()
      }}
    >
      <AppointmentSummary appointment={appointment} />
      {status === 'IN_PROGRESS' && statusBy !== doctorId && statusByName && <p>Started by {statusByName}.</p>}
    </ConfirmDialog>
  )
}

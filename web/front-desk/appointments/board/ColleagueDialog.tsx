import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { ConfirmDialog } from '../../../ground/ui/dialog/ConfirmDialog.tsx'
import type { NextStep } from '../abilities.ts'
import { AppointmentSummary } from '../booking/AppointmentSummary.tsx'
import { type AboutAppointment, useLatest } from '../booking/about-appointment.ts'

type Step = (appointment: Appointment, step: NextStep) => Promise<void>

/** Asks a doctor before a colleague's patient is started or completed. */
export function ColleagueDialog(props: {
  about: AboutAppointment
  /** The step that was pressed, even if the appointment has changed since. */
  step: NextStep
  /** Throws the reason if the step fails. */
  onStep: Step
}) {
  const { appointment } = props.about
  return appointment && <Question {...props} appointment={appointment} />
}

function Question({
  about: { opened, close, onExited },
  appointment,
  step,
  onStep,
}: {
  about: AboutAppointment
  appointment: Appointment
  step: NextStep
  onStep: Step
}) {
  const latest = useLatest(appointment)
  const { doctor, doctorId, status, statusBy, statusByName } = latest
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
        await onStep(latest, step)
        close()
      }}
    >
      <AppointmentSummary appointment={latest} />
      {status === 'IN_PROGRESS' && statusBy !== doctorId && statusByName && (
        <p>Started by {doctorName(statusByName)}.</p>
      )}
    </ConfirmDialog>
  )
}

import { Radio, Stack, Textarea } from '@mantine/core'
import { z } from 'zod'
import { isMissableOn } from '../../../../contract/front-desk/appointment-days.ts'
import {
  type Appointment,
  AppointmentChange,
  cancelReasonNames,
  type GivenReason,
  givenReasons,
} from '../../../../contract/front-desk/appointments.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { AppointmentSummary } from './AppointmentSummary.tsx'
import { type AboutAppointment, useLatest } from './about-appointment.ts'

interface Cancelling {
  cancelReason: GivenReason | ''
  cancelNote: string
}

const schema = z.object({
  cancelReason: z.enum(givenReasons, { error: 'Reason is required' }),
  cancelNote: AppointmentChange.shape.cancelNote,
})

type Cancel = (appointment: Appointment, reason: GivenReason, note: string | null) => Promise<void>

/** Asks why an appointment is cancelled. A refusal is shown inside, and the dialog stays open. */
export function CancelDialog({
  about,
  onCancel,
}: {
  about: AboutAppointment
  /** Throws the reason if it can't be cancelled. */
  onCancel: Cancel
}) {
  const { appointment, opened, close, onExited } = about
  return (
    <DialogFrame opened={opened} onClose={close} onExited={onExited} title="Cancel appointment" size={540}>
      {appointment && <Reasons appointment={appointment} onClose={close} onCancel={onCancel} />}
    </DialogFrame>
  )
}

function Reasons({
  appointment,
  onClose,
  onCancel,
}: {
  appointment: Appointment
  onClose: () => void
  onCancel: Cancel
}) {
  const latest = useLatest(appointment)
  const initialValues: Cancelling = { cancelReason: '', cancelNote: '' }
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      const { cancelReason, cancelNote } = schema.parse(values)
      await onCancel(latest, cancelReason, cancelReason === 'OTHER' ? (cancelNote ?? null) : null)
      onClose()
    },
  })
  // The error summary links to the group's first choice.
  const { id: first, ...reason }: { id?: string } & ReturnType<typeof form.getInputProps> =
    form.getInputProps('cancelReason')
  const today = useToday()
  const choices = givenReasons.filter((one) => one !== 'DID_NOT_ATTEND' || isMissableOn(today, latest))
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label={`Cancel ${fullName(latest.patient)}’s appointment`}
      busyLabel="Cancelling…"
      cancelLabel="Keep appointment"
      danger
      onCancel={onClose}
    >
      <AppointmentSummary appointment={latest} />
      <Radio.Group label="Reason" withAsterisk {...reason}>
        <Stack gap="xs" mt="xs">
          {choices.map((value, index) => (
            <Radio
              key={value}
              id={index === 0 ? first : undefined}
              value={value}
              label={cancelReasonNames[value]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.cancelReason === 'OTHER' && (
        <Textarea label="Note" rows={2} maxLength={500} {...form.getInputProps('cancelNote')} />
      )}
    </DialogForm>
  )
}

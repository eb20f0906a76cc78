import { Radio, Stack, Textarea } from '@mantine/core'
import { z } from 'zod'
import { isMissableOn } from '../../../../contract/front-desk/appointment-days.ts'
import { cancelSeries } from '../../../../contract/front-desk/appointment-series.ts'
import {
  type Appointment,
  AppointmentChange,
  cancelReasonNames,
  type GivenReason,
  givenReasons,
} from '../../../../contract/front-desk/appointments.ts'
import { api } from '../../../ground/client/api.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { countOf, fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { AppointmentSummary } from './AppointmentSummary.tsx'
import { type AboutAppointment, useLatest } from './about-appointment.ts'

interface Cancelling {
  cancelReason: GivenReason | ''
  cancelNote: string
  /** For one of a series: it alone, or with all later ones. */
  which: 'this' | 'later'
}

const schema = z.object({
  cancelReason: z.enum(givenReasons, { error: 'Reason is required' }),
  cancelNote: AppointmentChange.shape.cancelNote,
  which: z.enum(['this', 'later']),
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
  const initialValues: Cancelling = { cancelReason: '', cancelNote: '', which: 'this' }
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      const { cancelReason, cancelNote, which } = schema.parse(values)
      const note = cancelReason === 'OTHER' ? (cancelNote ?? null) : null
      if (which === 'this' || cancelReason === 'DID_NOT_ATTEND') await onCancel(latest, cancelReason, note)
      else {
        const body = { cancelReason, cancelNote: note ?? undefined }
        const { cancelled } = await api(cancelSeries, { params: { id: latest.id }, body })
        toast.success(`${countOf(cancelled, 'appointment')} cancelled`)
      }
      onClose()
    },
  })
  // The error summary links to the group's first choice.
  const { id: first, ...reason }: { id?: string } & ReturnType<typeof form.getInputProps> =
    form.getInputProps('cancelReason')
  const today = useToday()
  const isOfSeries = latest.seriesId !== null && latest.status === 'SCHEDULED'
  const choices = givenReasons.filter(
    (one) => one !== 'DID_NOT_ATTEND' || (isMissableOn(today, latest) && form.values.which === 'this'),
  )
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
      {isOfSeries && (
        <Radio.Group label="Which appointments of the series" {...form.getInputProps('which')}>
          <Stack gap="xs" mt="xs">
            <Radio value="this" label="This one" />
            <Radio value="later" label="This and all later ones" />
          </Stack>
        </Radio.Group>
      )}
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

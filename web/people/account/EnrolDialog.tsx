// No dialog in this file is about a patient.
import { useMe, useSite } from '../../ground/sign-in/account.ts'
import { EnrolmentFields, useEnrolment } from '../../ground/sign-in/second-factor/set-up/enrolment.tsx'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'

/** Turns two-factor authentication on. */
export function EnrolDialog({
  onClose,
  onEnrolled,
}: {
  onClose: () => void
  onEnrolled: (recoveryCodes: readonly string[]) => void
}) {
  const { email } = useMe()
  const { hospitalName } = useSite()
  const { form, secret, summary, onSubmit, busy } = useEnrolment(onEnrolled)
  return (
    <DialogFrame title="Turn two-factor authentication on" onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label="Turn on"
        busyLabel="Turning on…"
        onCancel={onClose}
      >
        <EnrolmentFields form={form} secret={secret} email={email} hospitalName={hospitalName} />
      </DialogForm>
    </DialogFrame>
  )
}

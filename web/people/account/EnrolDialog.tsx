import { useMe, useSite } from '../session/account.ts'
import { EnrolmentFields, useEnrolment } from '../session/second-factor/set-up/enrolment.tsx'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'

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

import type { z } from 'zod'
import { type Problem, resolveProblem } from '../../../contract/clinical/problems.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { refusedBy } from '../../ground/records/failures.ts'
import { typedForm } from '../../ground/records/form/typed.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { DayField } from '../../ground/ui/form/DayField.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { PatientSummary } from '../../people/patients/public.ts'
import { useProblemActions } from './queries.ts'

interface Values {
  on: string
}
const schema: z.ZodType<Values, Values> = typedForm(
  resolveProblem.body,
  (values: Values) => values,
  ({ on }) => [['on', on]],
)

/** Records since when something is no longer a problem. */
export function ResolveProblemDialog({
  patient,
  problem,
  onClose,
}: {
  patient: Patient
  problem: Problem
  onClose: () => void
}) {
  const today = useToday()
  const { resolve } = useProblemActions()
  const { form, summary, onSubmit, busy } = useContractForm<Values>({
    schema,
    initialValues: { on: today },
    async send(values) {
      await resolve(problem.id, schema.parse(values).on)
      onClose()
      toast.success('Problem resolved')
    },
    onFailure: refusedBy('Not resolved'),
  })
  return (
    <DialogFrame title="Resolve problem" onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label="Resolve problem"
        busyLabel="Saving…"
        onCancel={onClose}
      >
        <PatientSummary patient={patient} now={<bdi>{problem.diagnosis}</bdi>} />
        <DayField
          label="Resolved on"
          today={today}
          earliest={null}
          latest={today}
          {...form.getInputProps('on')}
          value={form.values.on}
        />
      </DialogForm>
    </DialogFrame>
  )
}

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ProblemForm } from '../../contract/clinical/problems.ts'
import type { PatientIdentity } from '../../contract/patients.ts'
import { newAttemptKey } from '../client/attempt-key.ts'
import { useFormDraft } from '../client/drafts.ts'
import { useContractForm } from '../client/forms.ts'
import { PatientSummary } from '../patients/public.ts'
import { refusedBy } from '../records/failures.ts'
import { typedForm } from '../records/form/typed.ts'
import { useMe } from '../session/account.ts'
import { useToday } from '../session/hospital-clock.ts'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { DayField } from '../ui/form/DayField.tsx'
import { DraftNotice } from '../ui/form/DraftNotice.tsx'
import { fullName } from '../ui/format.ts'
import { FieldGrid } from '../ui/page/Section.tsx'
import { useProblemActions } from './queries.ts'

interface Props {
  patient: PatientIdentity
  onSaved: () => void
  onClose: () => void
}

interface Values {
  diagnosis: string
  icd10: string
  onsetOn: string
  /** The same on every attempt, so that one form never saves two. */
  attemptKey: string
}

const schema = typedForm(
  ProblemForm,
  ({ attemptKey: _, ...typed }: Values) => typed,
  ({ onsetOn }) => [['onsetOn', onsetOn]],
)

export function RecordProblemDialog(props: Props) {
  return (
    <DialogFrame title={<bdi>Record a diagnosis of {fullName(props.patient)}</bdi>} onClose={props.onClose}>
      <Form {...props} />
    </DialogFrame>
  )
}

function Form({ patient, onSaved, onClose }: Props) {
  const today = useToday()
  const { record } = useProblemActions()
  const [initialValues] = useState<Values>(() => ({
    diagnosis: '',
    icd10: '',
    onsetOn: '',
    attemptKey: newAttemptKey(),
  }))
  const { form, summary, onSubmit, busy } = useContractForm<Values>({
    schema,
    initialValues,
    async send(values) {
      await record(patient.id, schema.parse(values), values.attemptKey)
      draft.forget()
      onSaved()
    },
    onFailure: refusedBy('Not saved'),
  })
  const draft = useFormDraft(form, useMe().id, `problem:${patient.id}`)
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Record diagnosis"
      busyLabel="Saving…"
      onCancel={() => {
        draft.forget()
        onClose()
      }}
      notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
    >
      <PatientSummary patient={patient} />
      <TextInput
        label="Diagnosis"
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={300}
        {...form.getInputProps('diagnosis')}
      />
      <FieldGrid>
        <TextInput
          label="ICD-10 code"
          description="e.g. E11.9"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          maxLength={10}
          {...form.getInputProps('icd10')}
        />
        <DayField
          label="Onset"
          today={today}
          required={false}
          earliest={null}
          latest={today}
          {...form.getInputProps('onsetOn')}
          value={form.values.onsetOn}
        />
      </FieldGrid>
    </DialogForm>
  )
}

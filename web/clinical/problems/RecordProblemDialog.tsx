import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ProblemForm } from '../../../contract/clinical/problems.ts'
import type { PatientIdentity } from '../../../contract/people/patients.ts'
import { newAttemptKey } from '../../ground/client/attempt-key.ts'
import { useFormDraft } from '../../ground/client/drafts.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { refusedBy } from '../../ground/records/failures.ts'
import { typedForm } from '../../ground/records/form/typed.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { DayField } from '../../ground/ui/form/DayField.tsx'
import { DraftNotice } from '../../ground/ui/form/DraftNotice.tsx'
import { fullName } from '../../ground/ui/format.ts'
import { FieldGrid } from '../../ground/ui/page/Section.tsx'
import { PatientSummary } from '../../people/patients/public.ts'
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
  /** Stays the same on every attempt, so that one form never saves two. */
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

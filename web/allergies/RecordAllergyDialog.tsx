import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  AllergyForm,
  type Certainty,
  certainties,
  certaintyNames,
  type Severity,
  severities,
  severityNames,
} from '../../contract/clinical/allergies.ts'
import type { PatientIdentity } from '../../contract/patients.ts'
import { newAttemptKey } from '../client/attempt-key.ts'
import { useFormDraft } from '../client/drafts.ts'
import { useContractForm } from '../client/forms.ts'
import { PatientSummary } from '../patients/public.ts'
import { refusedBy } from '../records/failures.ts'
import { typedAlone } from '../records/form/typed.ts'
import { useMe } from '../session/account.ts'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { Choice } from '../ui/form/Choice.tsx'
import { DraftNotice } from '../ui/form/DraftNotice.tsx'
import { fullName } from '../ui/format.ts'
import { FieldGrid } from '../ui/page/Section.tsx'
import { useAllergyActions } from './queries.ts'

interface Props {
  patient: PatientIdentity
  onSaved: () => void
  onClose: () => void
}

interface Values {
  substance: string
  reaction: string
  severity: Severity | null
  certainty: Certainty | null
  /** The same on every try, so that one form never saves two. */
  attemptKey: string
}

const schema = typedAlone(AllergyForm)

export function RecordAllergyDialog(props: Props) {
  return (
    <DialogFrame title={<bdi>Record an allergy of {fullName(props.patient)}</bdi>} onClose={props.onClose}>
      <Form {...props} />
    </DialogFrame>
  )
}

function Form({ patient, onSaved, onClose }: Props) {
  const { record } = useAllergyActions()
  const [initialValues] = useState<Values>(() => ({
    substance: '',
    reaction: '',
    severity: null,
    certainty: null,
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
  const draft = useFormDraft(form, useMe().id, `allergy:${patient.id}`)
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Record Allergy"
      busyLabel="Saving…"
      onCancel={() => {
        draft.forget()
        onClose()
      }}
      notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
    >
      <PatientSummary patient={patient} />
      <TextInput
        label="Substance"
        description="What everyone who sees the patient reads, with the severity"
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('substance')}
      />
      <FieldGrid>
        <Choice
          label="Severity"
          placeholder="Choose one"
          withAsterisk
          data={severities.map((value) => ({ value, label: severityNames[value] }))}
          {...form.getInputProps('severity')}
        />
        <Choice
          label="Certainty"
          placeholder="Choose one"
          withAsterisk
          data={certainties.map((value) => ({ value, label: certaintyNames[value] }))}
          {...form.getInputProps('certainty')}
        />
      </FieldGrid>
      <TextInput label="Reaction" autoComplete="off" maxLength={500} {...form.getInputProps('reaction')} />
    </DialogForm>
  )
}

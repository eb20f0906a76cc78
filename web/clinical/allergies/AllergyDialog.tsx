import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { judgements, type Severity, severities } from '../../../contract/clinical/allergen.ts'
import { type Allergy, AllergyForm, AllergyJudgement } from '../../../contract/clinical/allergies.ts'
import { certaintyNames, severityNames } from '../../../contract/clinical/allergy-words.ts'
import type { PatientIdentity } from '../../../contract/people/patients.ts'
import { newAttemptKey } from '../../ground/client/attempt-key.ts'
import { useFormDraft } from '../../ground/client/drafts.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { refusedBy } from '../../ground/records/failures.ts'
import { typedForm } from '../../ground/records/form/typed.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { DraftNotice } from '../../ground/ui/form/DraftNotice.tsx'
import { fullName } from '../../ground/ui/format.ts'
import { FieldGrid } from '../../ground/ui/page/Section.tsx'
import { PatientSummary } from '../../people/patients/public.ts'
import { useAllergyActions } from './queries.ts'

interface Props {
  patient: PatientIdentity
  /** The entry that it confirms or corrects; a new one where there is none. */
  before?: Allergy
  /** It is what somebody said, for a doctor to confirm. */
  isReport?: boolean
  onSaved: () => void
  onClose: () => void
}

interface Values {
  substance: string
  isNoneKnown: boolean
  reaction: string
  severity: Severity | null
  certainty: (typeof judgements)[number] | null
  /** Stays the same on every attempt, so that one form never saves two. */
  attemptKey: string
}

const judged = typedForm(AllergyJudgement, ({ attemptKey: _, ...typed }: Values) =>
  typed.isNoneKnown ? { isNoneKnown: true, certainty: 'CONFIRMED' } : typed,
)
const reported = typedForm(AllergyForm, ({ attemptKey: _, ...typed }: Values) =>
  typed.isNoneKnown ? { isNoneKnown: true, certainty: 'REPORTED' } : { ...typed, certainty: 'REPORTED' },
)

/** Records, confirms or corrects an allergy as a doctor, or reports one as somebody else. */
export function AllergyDialog(props: Props) {
  const { patient, before, isReport } = props
  const name = fullName(patient)
  const act = isReport ? 'Report' : 'Record'
  return (
    <DialogFrame
      title={
        <bdi>{before ? `Confirm or correct an allergy of ${name}` : `${act} an allergy of ${name}`}</bdi>
      }
      onClose={props.onClose}
    >
      <Form {...props} />
    </DialogFrame>
  )
}

function Form({ patient, before, isReport = false, onSaved, onClose }: Props) {
  const schema = isReport ? reported : judged
  const { record, confirm } = useAllergyActions()
  const [initialValues] = useState<Values>(() => ({
    substance: before && !before.isNoneKnown ? before.substance : '',
    isNoneKnown: before?.isNoneKnown ?? false,
    reaction: before?.reaction ?? '',
    severity: before?.severity ?? null,
    certainty: before && before.certainty !== 'REPORTED' ? before.certainty : null,
    attemptKey: newAttemptKey(),
  }))
  const { form, summary, onSubmit, busy } = useContractForm<Values>({
    schema,
    initialValues,
    async send(values) {
      await (before
        ? confirm(before.id, judged.parse(values), values.attemptKey)
        : record(patient.id, schema.parse(values), values.attemptKey))
      draft.forget()
      onSaved()
    },
    onFailure: refusedBy('Not saved'),
  })
  const draft = useFormDraft(form, useMe().id, before ? `allergy:${before.id}` : `allergy:${patient.id}`)
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label={before ? 'Save' : isReport ? 'Report allergy' : 'Record allergy'}
      busyLabel="Saving…"
      onCancel={() => {
        draft.forget()
        onClose()
      }}
      notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
    >
      <PatientSummary patient={patient} now={before && <bdi>{before.substance}</bdi>} />
      {!form.values.isNoneKnown && (
        <>
          <TextInput
            label="Substance"
            withAsterisk
            aria-required
            autoComplete="off"
            maxLength={Math.max(100, initialValues.substance.length)}
            {...form.getInputProps('substance')}
          />
          <FieldGrid>
            <Choice
              label="Severity"
              placeholder={isReport ? 'Not known' : 'Choose one'}
              withAsterisk={!isReport}
              clearable={isReport}
              data={severities.map((value) => ({ value, label: severityNames[value] }))}
              {...form.getInputProps('severity')}
            />
            {!isReport && (
              <Choice
                label="Certainty"
                placeholder="Choose one"
                withAsterisk
                data={judgements.map((value) => ({ value, label: certaintyNames[value] }))}
                {...form.getInputProps('certainty')}
              />
            )}
          </FieldGrid>
          <TextInput
            label="Reaction"
            autoComplete="off"
            maxLength={500}
            {...form.getInputProps('reaction')}
          />
        </>
      )}
      <Checkbox
        label="The patient has no known allergies"
        {...form.getInputProps('isNoneKnown', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}

import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { recordStatus } from '../../contract/admissions.ts'
import { type Condition, conditionNames, conditions } from '../../contract/wards.ts'
import { useMe } from '../account.ts'
import { newAttemptKey } from '../attempt-key.ts'
import { useFormDraft } from '../drafts.ts'
import { useContractForm } from '../forms.ts'
import { DraftNotice } from '../ui/DraftNotice.tsx'
import { fullName } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { DialogForm, DialogFrame, WhomLine } from './DialogFrame.tsx'
import { refusedBy } from './failures.ts'
import { useBedActions } from './queries.ts'
import { type Inpatient, placeWords } from './words.ts'

const schema = recordStatus.body.extend({ attemptKey: z.string() })

/** Records how an admitted patient is. */
export function UpdateStatusDialog({ inpatient, onClose }: { inpatient: Inpatient; onClose: () => void }) {
  const me = useMe()
  const { recordStatus: record } = useBedActions()
  const name = fullName(inpatient.patient)
  const [initialValues] = useState<{ condition: Condition | ''; note: string; attemptKey: string }>(() => ({
    condition: '',
    note: '',
    attemptKey: newAttemptKey(),
  }))
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      const { attemptKey, ...body } = schema.parse(values)
      await record(inpatient.admissionId, body, attemptKey)
      draft.forget()
      onClose()
      toast.success(`Status of ${name} updated to ${conditionNames[body.condition].toLowerCase()}`)
    },
    onFailure: refusedBy('Update failed'),
  })
  const draft = useFormDraft(form, me.id, `admission:status:${inpatient.admissionId}`)

  return (
    <DialogFrame title={<bdi>Update the status of {name}</bdi>} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label="Update Status"
        busyLabel="Updating…"
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <WhomLine patient={inpatient.patient} now={`Lies in ${placeWords(inpatient)}`} />
        <ChoiceField
          label="Condition"
          choices={conditions}
          names={conditionNames}
          {...form.getInputProps('condition')}
          value={form.values.condition}
        />
        <Textarea label="Note" rows={3} maxLength={1000} {...form.getInputProps('note')} />
      </DialogForm>
    </DialogFrame>
  )
}

import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { type Acuity, acuities, acuityNames, recordAcuity } from '../../../../contract/wards/admissions.ts'
import { newAttemptKey } from '../../../ground/client/attempt-key.ts'
import { useFormDraft } from '../../../ground/client/drafts.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { useMe } from '../../../ground/sign-in/account.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../../ground/ui/form/DraftNotice.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { useBedActions } from '../queries.ts'
import { type Inpatient, placeWords } from '../words.ts'
import { ChoiceField } from './ChoiceField.tsx'

const schema = recordAcuity.body.extend({ attemptKey: z.string() })

/** Records how an admitted patient is. */
export function UpdateStatusDialog({ inpatient, onClose }: { inpatient: Inpatient; onClose: () => void }) {
  const me = useMe()
  const { recordAcuity: record } = useBedActions()
  const name = fullName(inpatient.patient)
  const [initialValues] = useState<{ acuity: Acuity | ''; note: string; attemptKey: string }>(() => ({
    acuity: '',
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
      toast.success(`Status of ${name} updated to ${acuityNames[body.acuity].toLowerCase()}`)
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
        label="Update status"
        busyLabel="Updating…"
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <PatientSummary patient={inpatient.patient} now={`Current bed: ${placeWords(inpatient)}`} />
        <ChoiceField
          label="Acuity"
          choices={acuities}
          names={acuityNames}
          {...form.getInputProps('acuity')}
          value={form.values.acuity}
        />
        <Textarea label="Note" rows={3} maxLength={1000} {...form.getInputProps('note')} />
      </DialogForm>
    </DialogFrame>
  )
}

import { type Admission, SummaryForm } from '../../../../contract/wards/admissions.ts'
import { useFormDraft } from '../../../ground/client/drafts.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { useMe } from '../../../ground/sign-in/account.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../../ground/ui/form/DraftNotice.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { useBedActions } from '../queries.ts'
import { placeWords } from '../words.ts'
import { SummaryFields } from './SummaryFields.tsx'

const initialValues = { summary: '', followUp: '' }

/** Writes the discharge summary of an admission that ended without one. */
export function SignSummaryDialog({ admission, onClose }: { admission: Admission; onClose: () => void }) {
  const me = useMe()
  const { signSummary } = useBedActions()
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: SummaryForm,
    initialValues,
    async send(values) {
      await signSummary(admission.id, SummaryForm.parse(values))
      draft.forget()
      onClose()
      toast.success('Discharge summary signed')
    },
    onFailure: refusedBy('Update failed'),
  })
  const draft = useFormDraft(form, me.id, `admission:summary:${admission.id}`)
  return (
    <DialogFrame title="Write discharge summary" onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label="Sign summary"
        busyLabel="Signing…"
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <PatientSummary patient={admission.patient} now={`Discharged from ${placeWords(admission.bed)}`} />
        <SummaryFields form={form} required />
      </DialogForm>
    </DialogFrame>
  )
}

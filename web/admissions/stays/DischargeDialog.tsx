import { Alert, Textarea } from '@mantine/core'
import {
  type Destination,
  DischargeForm,
  destinationNames,
  destinations,
} from '../../../contract/admissions.ts'
import { may } from '../../../contract/permissions.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { PatientSummary } from '../../patients/public.ts'
import { refusedBy } from '../../records/failures.ts'
import { useMe } from '../../session/account.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { fullName } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { useBedActions } from '../queries.ts'
import { type Inpatient, placeWords } from '../words.ts'
import { ChoiceField } from './ChoiceField.tsx'

const initialValues: { destination: Destination | ''; summary: string } = { destination: '', summary: '' }

/** Ends a stay in the hospital, with where the patient goes. */
export function DischargeDialog({ inpatient, onClose }: { inpatient: Inpatient; onClose: () => void }) {
  const me = useMe()
  const { discharge, stateOfLeft } = useBedActions()
  const name = fullName(inpatient.patient)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: DischargeForm,
    initialValues,
    async send(values) {
      const { bedId: left } = await discharge(inpatient.admissionId, DischargeForm.parse(values))
      const status = await stateOfLeft(left)
      draft.forget()
      onClose()
      toast.success(`Bed status updated to ${status.toLowerCase()}`, {
        detail: `${name} discharged from ${inpatient.bedNumber}.`,
      })
    },
    onFailure: refusedBy('Update failed'),
  })
  const draft = useFormDraft(form, me.id, `admission:discharge:${inpatient.admissionId}`)
  const { destination } = form.values

  return (
    <DialogFrame title={<bdi>Discharge {name}</bdi>} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={`Discharge ${name}`}
        busyLabel="Discharging…"
        danger
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <PatientSummary patient={inpatient.patient} now={`Current bed: ${placeWords(inpatient)}`} />
        <ChoiceField
          label="Discharged to"
          choices={destinations}
          names={destinationNames}
          {...form.getInputProps('destination')}
          value={destination}
        />
        {destination === 'DIED' && (
          <Alert color="red" role="status" title="Only an administrator can take this back">
            {name} can’t be admitted or booked again after this. Appointments that are still open are
            cancelled.
          </Alert>
        )}
        <Textarea
          label="Discharge summary"
          description={
            may(me.role, 'clinical.view')
              ? undefined
              : 'Once saved, only doctors and administrators can read it.'
          }
          rows={5}
          {...form.getInputProps('summary')}
        />
      </DialogForm>
    </DialogFrame>
  )
}

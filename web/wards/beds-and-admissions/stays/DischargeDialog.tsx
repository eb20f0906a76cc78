import { Alert, Button } from '@mantine/core'
import { useRef, useState } from 'react'
import {
  type Destination,
  DischargeForm,
  destinationNames,
  destinations,
} from '../../../../contract/wards/admissions.ts'
import { useFormDraft } from '../../../ground/client/drafts.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { useMay, useMe } from '../../../ground/sign-in/account.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../../ground/ui/form/DraftNotice.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { useBedActions } from '../queries.ts'
import { PrintedDischarge } from '../summary/printed.ts'
import { SummaryFields } from '../summary/SummaryFields.tsx'
import { type Inpatient, placeWords } from '../words.ts'
import { ChoiceField } from './ChoiceField.tsx'

const initialValues = { destination: '' as Destination | '', summary: '', followUp: '' }

/** Ends a stay in the hospital, with where the patient goes. */
export function DischargeDialog({ inpatient, onClose }: { inpatient: Inpatient; onClose: () => void }) {
  const me = useMe()
  const mayDo = useMay()
  const { discharge, stateOfLeft } = useBedActions()
  const isToPrint = useRef(false)
  const [isPrinting, setIsPrinting] = useState(false)
  const name = fullName(inpatient.patient)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: DischargeForm,
    initialValues,
    async send(values) {
      const { bedId: left } = await discharge(inpatient.admissionId, DischargeForm.parse(values))
      const status = await stateOfLeft(left)
      draft.forget()
      if (isToPrint.current) setIsPrinting(true)
      else onClose()
      toast.success(`Bed status updated to ${status.toLowerCase()}`, {
        detail: `${name} discharged from ${inpatient.bedNumber}.`,
      })
    },
    onFailure: refusedBy('Update failed'),
  })
  const draft = useFormDraft(form, me.id, `admission:discharge:${inpatient.admissionId}`)
  const { destination } = form.values

  if (isPrinting) return <PrintedDischarge id={inpatient.admissionId} onDone={onClose} />
  return (
    <DialogFrame title={<bdi>Discharge {name}</bdi>} onClose={onClose}>
      <DialogForm
        onSubmit={(event) => {
          const sent = event?.nativeEvent
          isToPrint.current = sent instanceof SubmitEvent && sent.submitter?.getAttribute('value') === 'print'
          onSubmit(event)
        }}
        also={
          mayDo('clinical.view') && (
            <Button type="submit" variant="default" value="print">
              Discharge and print
            </Button>
          )
        }
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
          <Alert color="red" role="status" title="Only an administrator can correct this">
            {name} can’t be admitted or booked again after this. Appointments that are still open are
            cancelled.
          </Alert>
        )}
        {mayDo('clinical.write') && <SummaryFields form={form} />}
      </DialogForm>
    </DialogFrame>
  )
}

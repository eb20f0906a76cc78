import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TransferForm } from '../../../../contract/wards/admissions.ts'
import { ApiError } from '../../../ground/client/api.ts'
import { useFormDraft } from '../../../ground/client/drafts.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { useMe } from '../../../ground/sign-in/account.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../../ground/ui/form/DraftNotice.tsx'
import { fullName, patientName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { bedsQuery, useBedActions } from '../queries.ts'
import { type Inpatient, placeWords } from '../words.ts'
import { BedPicker } from './BedPicker.tsx'
import { SexRuleQuestion } from './SexRuleQuestion.tsx'

/**
 * Moves a patient to another bed; the earlier bed stays in the history. If a colleague has moved them first, the dialog
 * shows that, and pressing again moves them from there.
 */
export function TransferDialog({ inpatient, onClose }: { inpatient: Inpatient; onClose: () => void }) {
  const me = useMe()
  const { transfer, placeOf, stateOfLeft } = useBedActions()
  const beds = useQuery(bedsQuery).data
  const name = fullName(inpatient.patient)
  const [place, setPlace] = useState<Pick<Inpatient, 'bedId' | 'bedNumber' | 'ward' | 'unitName'>>(inpatient)
  const [initialValues] = useState({ bedId: '', sexRuleReason: '', notes: '' })
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: TransferForm,
    initialValues,
    async send(values) {
      const body = TransferForm.parse({ ...values, fromBedId: place.bedId })
      const moved = await transfer(inpatient.admissionId, body).catch(async (error: unknown) => {
        if (wasMovedMeanwhile(error)) setPlace((await placeOf(inpatient.admissionId)) ?? place)
        throw error
      })
      const left = await stateOfLeft(place.bedId)
      draft.forget()
      onClose()
      toast.success(`${name} transferred to ${moved.bed.bedNumber}`, {
        detail: `${patientName(moved.patient)} is now in ${placeWords(moved.bed)}. Bed ${place.bedNumber} ${left === 'MAINTENANCE' ? 'needs cleaning' : 'is available'}.`,
      })
    },
    onFailure: (error) => {
      // The bed is gone from the choice by now, which says so itself.
      if (error instanceof ApiError && error.problem.code === 'bed_occupied') return false
      return refusedBy('Update failed')(error)
    },
  })
  const draft = useFormDraft(form, me.id, `admission:transfer:${inpatient.admissionId}`)
  const target = beds?.find(({ id, status }) => id === form.values.bedId && status === 'AVAILABLE')

  return (
    <DialogFrame title={<bdi>Transfer {name}</bdi>} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={target ? `Transfer ${name} to ${target.bedNumber}` : `Transfer ${name}`}
        busyLabel="Transferring…"
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <PatientSummary patient={inpatient.patient} now={`Current bed: ${placeWords(place)}`} />
        <BedPicker
          {...form.getInputProps('bedId')}
          value={form.values.bedId}
          patient={inpatient.patient}
          lastWard={inpatient.ward}
        />
        <SexRuleQuestion
          unitId={target?.unitId}
          genders={[inpatient.patient.gender]}
          input={form.getInputProps('sexRuleReason')}
        />
        <Textarea label="Reason" rows={2} {...form.getInputProps('notes')} />
      </DialogForm>
    </DialogFrame>
  )
}

function wasMovedMeanwhile(error: unknown): boolean {
  return error instanceof ApiError && Boolean(error.problem.errors?.some(({ path }) => path === 'fromBedId'))
}

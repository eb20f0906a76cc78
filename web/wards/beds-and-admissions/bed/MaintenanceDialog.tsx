// No dialog in this file is about a patient.
import { Alert, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { optionalLines } from '../../../../contract/api/fields.ts'
import { type Bed } from '../../../../contract/wards/beds.ts'
import { maintenanceReason } from '../../../../contract/wards/wards.ts'
import { useFormDraft } from '../../../ground/client/drafts.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { useMe } from '../../../ground/sign-in/account.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../../ground/ui/form/DraftNotice.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { bedsQuery, useBedActions } from '../queries.ts'

const schema = z.object({ notes: optionalLines(2000) })

/** Takes a free bed out of use, with the reason. What was typed stays in sight when the bed is not free any more. */
export function MaintenanceDialog({ bed, onClose }: { bed: Bed; onClose: () => void }) {
  const { change } = useBedActions()
  const beds = useQuery(bedsQuery).data
  const latest = beds ? beds.find(({ id }) => id === bed.id) : bed
  const [initialValues] = useState({ notes: maintenanceReason })
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      await change(bed.id, {
        status: 'MAINTENANCE',
        from: 'AVAILABLE',
        notes: schema.parse(values).notes,
      })
      draft.forget()
      onClose()
      toast.success('Bed status updated to maintenance')
    },
    onFailure: refusedBy('Update failed'),
  })
  const draft = useFormDraft(form, useMe().id, `bed:maintain:${bed.id}`)
  // A change of the bed during the request is this form's own.
  const isBlocked = latest?.status !== 'AVAILABLE' && !busy
  return (
    <DialogFrame title={`Set ${bed.bedNumber} to maintenance`} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={`Set ${bed.bedNumber} to maintenance`}
        busyLabel="Updating…"
        isBlocked={isBlocked}
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={
          <>
            <DraftNotice draft={draft} onStartOver={() => form.reset()} />
            {isBlocked && <NotFree bedNumber={bed.bedNumber} latest={latest} />}
          </>
        }
      >
        <Text c="dimmed">
          No patients can be admitted to {bed.bedNumber} in {bed.unitName} until it is marked available again.
        </Text>
        <Textarea label="Reason" rows={2} {...form.getInputProps('notes')} />
      </DialogForm>
    </DialogFrame>
  )
}

/** Why the bed can't be set to maintenance any more, and what can be done instead. */
function NotFree({ bedNumber, latest }: { bedNumber: string; latest: Bed | undefined }) {
  const name = `Bed ${bedNumber}`
  if (latest?.status === 'MAINTENANCE') {
    return (
      <Alert color="red" role="alert" title={`${name} was already set to maintenance`}>
        Reason: <bdi>{latest.notes}</bdi>. An administrator can change it with Edit Bed. Copy anything you
        need before you leave.
      </Alert>
    )
  }
  return (
    <Alert color="red" role="alert" title={latest ? `${name} was just occupied` : `${name} was deleted`}>
      {latest && 'It can be set to maintenance once the patient has left. '}
      Copy anything you need before you leave.
    </Alert>
  )
}

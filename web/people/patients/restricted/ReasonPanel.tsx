import { Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { openHours, openRecord, ReasonForm } from '../../../../contract/people/restricted-records.ts'
import { api } from '../../../ground/client/api.ts'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { accessQuery, closeAfter, readAnew } from './access.ts'
import classes from './Restricted.module.css'

/** In place of a restricted record: asks for the reason that opens it. */
export function ReasonPanel({ patientId }: { patientId: string }) {
  const queryClient = useQueryClient()
  const { form, summary, onSubmit, busy, notices } = useNewRecord({
    thing: 'reason',
    blank: () => ({ reason: '' }),
    schema: ReasonForm,
    draftKey: `open-record:${patientId}`,
    add: (body, idempotencyKey) => api(openRecord, { params: { id: patientId }, body }, { idempotencyKey }),
    async onAdded({ until }) {
      closeAfter(queryClient, patientId, until)
      await Promise.all([queryClient.invalidateQueries(accessQuery(patientId)), readAnew(queryClient)])
    },
  })
  return (
    <Section
      title={
        <span className={classes.title}>
          <IconLock size={20} aria-hidden="true" />
          This record is restricted
        </span>
      }
      description={`To see the rest of it, say why. It opens to you for ${openHours} hours. The reason is recorded, and auditors are told at once.`}
    >
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={`Open for ${openHours} hours`}
        busyLabel="Opening…"
        notice={notices}
      >
        <Textarea
          label="Reason"
          description="For example: called to the patient, or reviewing a referral"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          withAsterisk
          aria-required
          {...form.getInputProps('reason')}
        />
      </DialogForm>
    </Section>
  )
}

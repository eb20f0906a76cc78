import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { BedForm } from '../../../contract/beds.ts'
import { newAttemptKey } from '../../client/attempt-key.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { ButtonLink } from '../../links.tsx'
import { refusedBy } from '../../records/failures.ts'
import { useMe } from '../../session/account.ts'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { FormErrors } from '../../ui/form/FormErrors.tsx'
import { ChoiceBar } from '../../ui/list/ChoiceBar.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section, WholeRow } from '../../ui/page/Section.tsx'
import { toast } from '../../ui/toast.tsx'
import { useBedActions } from '../queries.ts'
import { BedFields, type BedValues } from './BedFields.tsx'
import classes from './NewBed.module.css'

interface NewBedValues extends BedValues {
  status: 'AVAILABLE' | 'MAINTENANCE'
  attemptKey: string
}

const statuses = [
  { value: 'AVAILABLE', label: 'Available' },
  { value: 'MAINTENANCE', label: 'Maintenance' },
] as const

const schema = BedForm.extend({ attemptKey: z.string() })

/** Adds a bed to the hospital. */
export function NewBed() {
  const me = useMe()
  const navigate = useNavigate()
  const { add } = useBedActions()
  const [initialValues] = useState<NewBedValues>(() => ({
    bedNumber: '',
    ward: '',
    status: 'AVAILABLE',
    notes: '',
    attemptKey: newAttemptKey(),
  }))
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      const { attemptKey, ...body } = schema.parse(values)
      await add(body, attemptKey)
      draft.forget()
      toast.success('Bed added successfully')
      await navigate({ to: '/beds' })
    },
    onFailure: refusedBy('Failed to add bed'),
  })
  const draft = useFormDraft(form, me.id, 'bed:new')
  const { status } = form.values

  return (
    <>
      <PageHeader title="Add New Bed" context="It stands on the board as soon as it is added" />
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <div className={classes.notices}>
          <DraftNotice draft={draft} onStartOver={() => form.reset()} />
          <FormErrors {...summary} />
        </div>
        <Section>
          <BedFields form={form}>
            <WholeRow>
              <Text component="span" fw={600} display="block" mb={4}>
                Status
              </Text>
              <ChoiceBar label="Status" choices={statuses} {...form.getInputProps('status')} value={status} />
              <Text size="xs" c="dimmed">
                {status === 'AVAILABLE'
                  ? 'A patient can be assigned at once.'
                  : 'Nobody can be assigned until it is marked available. The notes say why.'}
              </Text>
            </WholeRow>
          </BedFields>
        </Section>
        <div className={classes.actions}>
          <ButtonLink to="/beds" variant="default" onClick={draft.forget}>
            Close
          </ButtonLink>
          <Button type="submit" aria-busy={busy}>
            {busy ? 'Adding…' : 'Add Bed'}
          </Button>
        </div>
      </form>
    </>
  )
}

import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { refusedBy } from '../../../ground/records/failures.ts'
import { FormFrame } from '../../../ground/records/form/FormFrame.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { Section, WholeRow } from '../../../ground/ui/page/Section.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { useBedActions } from '../queries.ts'
import { BedFields, type BedValues, newBedSchema, useKindOf } from './BedFields.tsx'

interface NewBedValues extends BedValues {
  status: 'AVAILABLE' | 'MAINTENANCE'
}

const statuses = [
  { value: 'AVAILABLE', label: 'Available' },
  { value: 'MAINTENANCE', label: 'Maintenance' },
] as const

const blankBed = (): NewBedValues => ({ bedNumber: '', unitId: '', status: 'AVAILABLE', notes: '' })

/** Adds a bed to the hospital. */
export function NewBed() {
  const navigate = useNavigate()
  const { add } = useBedActions()
  const kindOf = useKindOf()
  const entry = useNewRecord({
    thing: 'bed',
    blank: blankBed,
    schema: newBedSchema,
    draftKey: 'bed:new',
    add: (bed, key) => add({ ...bed, ward: kindOf(bed.unitId) }, key),
    async onAdded() {
      toast.success('Bed added successfully')
      await navigate({ to: '/beds' })
    },
    onFailure: refusedBy('Failed to add bed'),
  })
  const { form } = entry
  const { status } = form.values

  return (
    <>
      <PageHeader title="Add New Bed" context="The bed appears on the board immediately">
        <ButtonLink to="/beds/wards" variant="default">
          Wards
        </ButtonLink>
        <ButtonLink to="/beds/new/several" variant="default">
          Add several beds
        </ButtonLink>
      </PageHeader>
      <FormFrame
        of={entry}
        saveLabel="Add Bed"
        busyLabel="Adding…"
        closing={
          <ButtonLink to="/beds" variant="default" onClick={entry.giveUp}>
            Close
          </ButtonLink>
        }
      >
        <Section>
          <BedFields form={form}>
            <WholeRow>
              <Text component="span" fw={600} display="block" mb={4}>
                Status
              </Text>
              <ChoiceBar label="Status" choices={statuses} {...form.getInputProps('status')} value={status} />
              <Text size="xs" c="dimmed">
                {status === 'AVAILABLE'
                  ? 'A patient can be assigned immediately.'
                  : 'No patient can be assigned until it is marked available. Give the reason in the notes.'}
              </Text>
            </WholeRow>
          </BedFields>
        </Section>
      </FormFrame>
    </>
  )
}

import { Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { fold } from '../../../../contract/fold.ts'
import { bedNumberWords, existWords, meantBeds } from '../../../../contract/wards/bed-numbers.ts'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { refusedBy } from '../../../ground/records/failures.ts'
import { FormFrame } from '../../../ground/records/form/FormFrame.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { countOf } from '../../../ground/ui/format.ts'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { FieldGrid, Section, WholeRow } from '../../../ground/ui/page/Section.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { bedsQuery, useBedActions } from '../queries.ts'
import { type BedValues, unitId, useKindOf, WardField } from './BedFields.tsx'

type NewBedsValues = Pick<BedValues, 'unitId'> & {
  /** As typed: 'A-101 to A-130' */
  bedNumbers: string
}

/** Adds the beds of a ward at once, with a preview. */
export function NewBeds() {
  const navigate = useNavigate()
  const { addSeveral } = useBedActions()
  const kindOf = useKindOf()
  const beds = useQuery(bedsQuery).data
  const taken = useMemo(() => new Set(beds?.map(({ bedNumber }) => fold(bedNumber))), [beds])
  const entry = useNewRecord({
    thing: 'list of beds',
    blank: (): NewBedsValues => ({ bedNumbers: '', unitId: '' }),
    schema: schemaBeside(taken),
    draftKey: 'beds:new',
    add: (beds, key) => addSeveral({ ...beds, ward: kindOf(beds.unitId) }, key),
    async onAdded(added) {
      const numbers = added.map(({ bedNumber }) => bedNumber)
      toast.success(`${countOf(added.length, 'bed')} added`, { detail: bedNumberWords(numbers) })
      await navigate({ to: '/beds' })
    },
    onFailure: refusedBy('Failed to add beds'),
  })
  const { form } = entry
  const { fresh } = plannedOf(form.values.bedNumbers, taken)

  return (
    <>
      <PageHeader title="Add Several Beds" context="They appear on the board immediately">
        <ButtonLink to="/beds/wards" variant="default">
          Wards
        </ButtonLink>
        <ButtonLink to="/beds/new" variant="default">
          Add one bed
        </ButtonLink>
      </PageHeader>
      <FormFrame
        of={entry}
        saveLabel={fresh.length > 0 ? `Add ${countOf(fresh.length, 'Bed')}` : 'Add Beds'}
        busyLabel="Adding…"
        closing={
          <ButtonLink to="/beds" variant="default" onClick={entry.giveUp}>
            Close
          </ButtonLink>
        }
      >
        <Section>
          <FieldGrid>
            <WholeRow>
              <Textarea
                label="Bed numbers"
                withAsterisk
                aria-required
                description="A range, for example A-101 to A-130, or numbers with commas between them"
                autosize
                minRows={2}
                maxRows={8}
                autoComplete="off"
                spellCheck={false}
                {...form.getInputProps('bedNumbers')}
              />
              <Plan typed={form.values.bedNumbers} taken={taken} />
            </WholeRow>
            <WardField {...form.getInputProps('unitId')} value={form.values.unitId} />
          </FieldGrid>
        </Section>
      </FormFrame>
    </>
  )
}

interface Planned {
  fresh: string[]
  /** The numbers that beds already have. */
  present: string[]
  problem?: string
}

/** The beds to create for the typed text; existing ones stay as they are. */
function plannedOf(typed: string, taken: ReadonlySet<string>): Planned {
  const meant = meantBeds(typed)
  if ('problem' in meant) return { fresh: [], present: [], problem: meant.problem }
  const isTaken = (number: string) => taken.has(fold(number))
  const [fresh, present] = [meant.numbers.filter((one) => !isTaken(one)), meant.numbers.filter(isTaken)]
  return fresh.length > 0 ? { fresh, present } : { fresh, present, problem: existWords(present) }
}

function schemaBeside(taken: ReadonlySet<string>) {
  return z.object({
    bedNumbers: z.string().transform((typed, context) => {
      const { fresh, problem } = plannedOf(typed, taken)
      if (problem === undefined) return fresh
      context.addIssue(problem)
      return z.NEVER
    }),
    unitId,
  })
}

/** '30 beds: A-101 to A-130' */
function Plan({ typed, taken }: { typed: string; taken: ReadonlySet<string> }) {
  const { fresh, present, problem } = plannedOf(typed, taken)
  return (
    <div role="status">
      {typed.trim() !== '' && (
        <>
          <Text mt={8} {...(problem ? { c: 'dimmed' } : { fw: 600 })}>
            {problem ?? `${countOf(fresh.length, 'bed')}: ${bedNumberWords(fresh)}`}
          </Text>
          {!problem && present.length > 0 && (
            <Text size="xs" c="dimmed">
              {existWords(present)} {present.length === 1 ? 'It stays as it is.' : 'They stay as they are.'}
            </Text>
          )}
        </>
      )}
    </div>
  )
}

import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { reference } from '../../../../contract/api/references.ts'
import { BedForm } from '../../../../contract/wards/beds.ts'
import type { Ward } from '../../../../contract/wards/wards.ts'
import type { RecordFields } from '../../../ground/records/edit/differences.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { FieldGrid, WholeRow } from '../../../ground/ui/page/Section.tsx'
import { unitsQuery } from '../units.ts'

export interface BedValues {
  bedNumber: string
  unitId: string
  notes: string
}

/** One of the hospital's wards, which decides the kind. */
export const unitId = reference('unit', 'Ward is required')
export const bedSchema = BedForm.pick({ bedNumber: true, notes: true }).extend({ unitId })
export const newBedSchema = bedSchema.extend({ status: BedForm.shape.status })

/** The fields of a bed, which say a ward by its name. */
export function useBedFields() {
  const { data: units } = useQuery(unitsQuery)
  return {
    bedNumber: { label: 'Bed number' },
    unitId: { label: 'Ward', words: (id: string) => units?.find((unit) => unit.id === id)?.name ?? '' },
    notes: { label: 'Notes' },
  } satisfies RecordFields<BedValues>
}

/** The kind of the ward that was chosen, as a new bed says it. */
export function useKindOf(): (unitId: string) => Ward {
  const { data: units } = useQuery(unitsQuery)
  return (id) => units?.find((unit) => unit.id === id)?.ward ?? 'GENERAL'
}

/** Number, ward and notes of a bed; what only a new one has stands between. */
export function BedFields<Values extends BedValues>({
  form,
  children,
}: {
  form: UseFormReturnType<Values>
  children?: ReactNode
}) {
  return (
    <FieldGrid>
      <TextInput
        label="Bed number"
        withAsterisk
        aria-required
        description="For example A-101"
        placeholder="A-101"
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('bedNumber')}
      />
      <WardField {...form.getInputProps('unitId')} value={form.values.unitId} />
      {children}
      <WholeRow>
        <Textarea label="Notes" rows={3} {...form.getInputProps('notes')} />
      </WholeRow>
    </FieldGrid>
  )
}

/** `ward`: only wards of this kind. */
export function WardField({
  value,
  label = 'Ward',
  ward,
  without,
  ...input
}: Pick<ComponentProps<typeof Choice>, 'id' | 'error' | 'onChange' | 'onFocus' | 'onBlur'> & {
  value: string
  label?: string
  ward?: Ward
  /** A ward that is not offered. */
  without?: string
}) {
  const { data: units = [] } = useQuery(unitsQuery)
  return (
    <Choice
      label={label}
      withAsterisk
      placeholder="Choose a ward"
      data={units
        .filter((unit) => unit.id !== without && (!ward || unit.ward === ward))
        .map(({ id, name }) => ({ value: id, label: name }))}
      {...input}
      value={value || null}
    />
  )
}

import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentProps, ReactNode } from 'react'
import { type Ward, wardNames, wards } from '../../../../contract/wards/wards.ts'
import type { RecordFields } from '../../../ground/records/edit/differences.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { FieldGrid, WholeRow } from '../../../ground/ui/page/Section.tsx'

export interface BedValues {
  bedNumber: string
  ward: Ward | ''
  notes: string
}

export const bedFields = {
  bedNumber: { label: 'Bed number' },
  ward: { label: 'Ward', words: (ward: Ward | '') => ward && wardNames[ward] },
  notes: { label: 'Notes' },
} satisfies RecordFields<BedValues>

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
        label={bedFields.bedNumber.label}
        withAsterisk
        aria-required
        description="For example A-101"
        placeholder="A-101"
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('bedNumber')}
      />
      <WardField {...form.getInputProps('ward')} value={form.values.ward} />
      {children}
      <WholeRow>
        <Textarea label={bedFields.notes.label} rows={3} {...form.getInputProps('notes')} />
      </WholeRow>
    </FieldGrid>
  )
}

export function WardField({
  value,
  ...input
}: Pick<ComponentProps<typeof Choice>, 'id' | 'error' | 'onChange' | 'onFocus' | 'onBlur'> & {
  value: Ward | ''
}) {
  return (
    <Choice
      label={bedFields.ward.label}
      withAsterisk
      placeholder="Choose a ward"
      data={wards.map((ward) => ({ value: ward, label: wardNames[ward] }))}
      {...input}
      value={value || null}
    />
  )
}

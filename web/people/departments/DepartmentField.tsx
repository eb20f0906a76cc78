import type { TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { longestDepartment } from '../../../contract/people/departments.ts'
import { OfferedText } from '../../ground/ui/form/OfferedText.tsx'
import { departmentsQuery } from './queries.ts'

/** The department of a clinic or ward: one that there is, or another that is typed and added. */
export function DepartmentField({
  value,
  onChange,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange'> & { value?: string; onChange?: (department: string) => void }) {
  const { data = [] } = useQuery(departmentsQuery)
  return (
    <OfferedText
      label="Department"
      description="Choose one, or type the name of another"
      offersLabel="Departments"
      offers={data.map(({ name }) => name)}
      maxLength={longestDepartment}
      placeholder="Medicine"
      {...input}
      value={value ?? ''}
      onChange={(department) => onChange?.(department)}
    />
  )
}

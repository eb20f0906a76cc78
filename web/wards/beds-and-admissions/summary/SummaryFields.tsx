import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

/** The fields that a doctor signs at discharge. */
export function SummaryFields<Values extends { summary: string; followUp: string }>({
  form,
  required = false,
}: {
  form: UseFormReturnType<Values>
  required?: boolean
}) {
  return (
    <>
      <Textarea
        label="Discharge summary"
        description="The course in hospital. Medicines and allergies are printed from the record."
        rows={5}
        withAsterisk={required}
        aria-required={required || undefined}
        {...form.getInputProps('summary')}
      />
      <Textarea
        label="Follow-up"
        description="Appointments, tests and what to look out for"
        rows={2}
        {...form.getInputProps('followUp')}
      />
    </>
  )
}

import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Doctor } from '../../../contract/staff.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { DoctorField } from '../../staff/public.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { FieldGrid, WholeRow } from '../../ui/page/Section.tsx'

export interface AdmissionValues {
  doctorId: string
  diagnosis: string
  expectedDischargeDate: string
  notes: string
}

/** What is said of an admission: when it begins, and whenever it is edited. */
export function AdmissionFields<Values extends AdmissionValues>({
  form,
  present,
}: {
  form: UseFormReturnType<Values>
  /** The doctor who attends already. */
  present?: Doctor
}) {
  const today = useToday()
  return (
    <FieldGrid>
      <WholeRow>
        <TextInput
          label="Diagnosis"
          withAsterisk
          aria-required
          maxLength={500}
          autoComplete="off"
          {...form.getInputProps('diagnosis')}
        />
      </WholeRow>
      <DoctorField
        label="Attending doctor"
        present={present}
        {...form.getInputProps('doctorId')}
        value={form.values.doctorId}
      />
      <DayField
        label="Expected discharge"
        today={today}
        required={false}
        {...form.getInputProps('expectedDischargeDate')}
        value={form.values.expectedDischargeDate}
      />
      <WholeRow>
        <Textarea label="Notes" rows={3} {...form.getInputProps('notes')} />
      </WholeRow>
    </FieldGrid>
  )
}

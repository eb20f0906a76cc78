import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Doctor } from '../../../contract/staff.ts'
import type { RecordFields } from '../../records/edit/differences.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { DoctorField, DoctorName } from '../../staff/public.ts'
import { DayField } from '../../ui/form/DayField.tsx'
import { dayWords } from '../../ui/form/typed-day.ts'
import { FieldGrid, WholeRow } from '../../ui/page/Section.tsx'

export interface AdmissionValues {
  doctorId: string
  diagnosis: string
  expectedDischargeDate: string
  notes: string
}

/** The fields of an admission, in the order and words of the form. */
export const admissionFields = {
  diagnosis: { label: 'Diagnosis' },
  doctorId: { label: 'Attending doctor', words: (id: string) => <DoctorName id={id} /> },
  expectedDischargeDate: { label: 'Expected discharge', words: dayWords },
  notes: { label: 'Notes' },
} satisfies RecordFields<AdmissionValues>

/** The fields for admitting and for editing an admission. */
export function AdmissionFields<Values extends AdmissionValues>({
  form,
  present,
  isForDischarge,
}: {
  form: UseFormReturnType<Values>
  /** The doctor who attends already. */
  present?: Doctor
  /** The expected discharge is what is changed. */
  isForDischarge?: boolean | undefined
}) {
  const today = useToday()
  return (
    <FieldGrid>
      <WholeRow>
        <TextInput
          label={admissionFields.diagnosis.label}
          withAsterisk
          aria-required
          maxLength={500}
          autoComplete="off"
          {...form.getInputProps('diagnosis')}
        />
      </WholeRow>
      <DoctorField
        label={admissionFields.doctorId.label}
        present={present}
        {...form.getInputProps('doctorId')}
        value={form.values.doctorId}
      />
      <DayField
        label={admissionFields.expectedDischargeDate.label}
        today={today}
        required={false}
        data-autofocus={isForDischarge}
        {...form.getInputProps('expectedDischargeDate')}
        value={form.values.expectedDischargeDate}
      />
      <WholeRow>
        <Textarea label={admissionFields.notes.label} rows={3} {...form.getInputProps('notes')} />
      </WholeRow>
    </FieldGrid>
  )
}

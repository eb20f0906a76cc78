import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Doctor } from '../../../../contract/people/staff.ts'
import type { RecordFields } from '../../../ground/records/edit/differences.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DayField } from '../../../ground/ui/form/DayField.tsx'
import { dayWords } from '../../../ground/ui/form/typed-day.ts'
import { FieldGrid, WholeRow } from '../../../ground/ui/page/Section.tsx'
import { DoctorField, DoctorName } from '../../../people/staff/public.ts'

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
  present?: Doctor | undefined
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

import { Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { bloodGroups, genderNames, genders } from '../../../contract/patients.ts'
import { FieldGrid, Section, WholeRow } from '../../ui/page/Section.tsx'
import { DateOfBirthField } from './DateOfBirthField.tsx'
import { type PatientFormValues, patientFields } from './patient-form.ts'

/** Nothing of a patient comes from, or goes into, what the browser remembers of the person at the desk. */
const unremembered = { autoComplete: 'off' } as const
const required = { withAsterisk: true, 'aria-required': true } as const

/** The three sections of the patient form. */
export function PatientFormFields({
  form,
  mrn,
  mrnNote,
}: {
  form: UseFormReturnType<PatientFormValues>
  mrn: string
  mrnNote: string
}) {
  return (
    <Stack gap="md">
      <Section title="Personal Information">
        <FieldGrid>
          <TextInput
            label={patientFields.firstName}
            {...required}
            {...unremembered}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={patientFields.lastName}
            {...required}
            {...unremembered}
            {...form.getInputProps('lastName')}
          />
          <DateOfBirthField label={patientFields.dateOfBirth} {...form.getInputProps('dateOfBirth')} />
          <TextInput
            label="MRN"
            description={mrnNote}
            readOnly
            variant="filled"
            value={mrn}
            {...unremembered}
          />
          <Select
            label={patientFields.gender}
            placeholder="Choose one"
            data={genders.map((value) => ({ value, label: genderNames[value] }))}
            {...required}
            {...form.getInputProps('gender')}
          />
          <Select
            label={patientFields.bloodGroup}
            placeholder="Not recorded"
            data={bloodGroups}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the blood group' }}
            {...form.getInputProps('bloodGroup')}
          />
        </FieldGrid>
      </Section>
      <Section title="Contact Information">
        <FieldGrid>
          <TextInput
            label={patientFields.contactNumber}
            type="tel"
            {...required}
            {...unremembered}
            {...form.getInputProps('contactNumber')}
          />
          <TextInput
            label={patientFields.email}
            type="email"
            {...unremembered}
            {...form.getInputProps('email')}
          />
          <WholeRow>
            <Textarea
              label={patientFields.address}
              rows={2}
              {...required}
              {...unremembered}
              {...form.getInputProps('address')}
            />
          </WholeRow>
        </FieldGrid>
      </Section>
      <Section title="Medical Information">
        <Stack gap="md">
          <Textarea
            label={patientFields.allergies}
            description="Write “none known” when the patient has none; left empty, they count as not recorded."
            rows={3}
            {...unremembered}
            {...form.getInputProps('allergies')}
          />
          <Textarea
            label={patientFields.medicalHistory}
            rows={4}
            {...unremembered}
            {...form.getInputProps('medicalHistory')}
          />
        </Stack>
      </Section>
    </Stack>
  )
}

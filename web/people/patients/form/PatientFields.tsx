import { Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { allergyWords, type KnownAllergies } from '../../../../contract/clinical/allergy-words.ts'
import { knownBirth } from '../../../../contract/people/birth/birth.ts'
import { birthOf, readTypedBirth } from '../../../../contract/people/birth/typed-birth.ts'
import {
  bloodGroups,
  genderNames,
  genders,
  type Patient,
  PatientForm,
} from '../../../../contract/people/patients.ts'
import type { RecordFields } from '../../../ground/records/edit/differences.ts'
import { useMay } from '../../../ground/sign-in/account.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { typedDayProblem } from '../../../ground/ui/form/typed-day.ts'
import { FieldGrid, Section, WholeRow } from '../../../ground/ui/page/Section.tsx'
import { DateOfBirthField, heldBirthWords } from './DateOfBirthField.tsx'

type ChosenField = 'gender' | 'bloodGroup'
type TypedField = Exclude<keyof PatientForm, 'mrn' | 'birthPrecision' | ChosenField>

/** The values of the patient form; a date of birth is what is known of it once understood, and as typed until then. */
export type PatientValues = Record<TypedField, string> & { [Field in ChosenField]: Patient[Field] | null }

/** The fields, in the order and words of the form. */
export const patientFields = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  dateOfBirth: { label: 'Date of birth', words: heldBirthWords },
  gender: { label: 'Gender', words: (gender: Patient['gender'] | null) => gender && genderNames[gender] },
  bloodGroup: { label: 'Blood group' },
  contactNumber: { label: 'Contact number' },
  email: { label: 'E-mail' },
  address: { label: 'Address' },
  allergies: { label: 'Allergies' },
  medicalHistory: { label: 'Medical history' },
} satisfies RecordFields<PatientValues> & Record<keyof PatientValues, object>

/** The server's own schema; only dates have the messages of the hospital's forms. */
export function patientSchema(today: string): z.ZodType<PatientForm> {
  const typedBirth = z
    .string()
    .trim()
    .superRefine((typed, context) => {
      const known = typed && readTypedBirth(typed, today)
      if (known === undefined) context.addIssue(typedDayProblem(typed, '21 Nov 1980, 1980 or about 45'))
      else if (known > today) context.addIssue('Date of birth can’t be after today')
      else
        for (const { message } of PatientForm.shape.dateOfBirth.safeParse(birthOf(known).dateOfBirth).error
          ?.issues ?? [])
          context.addIssue(message)
    })
  return PatientForm.extend({ dateOfBirth: typedBirth }).transform(({ dateOfBirth, ...form }) => ({
    ...form,
    ...birthOf(readTypedBirth(dateOfBirth, today) ?? ''),
  }))
}

export function blankPatient(): PatientValues {
  return { ...typedValues(() => ''), gender: null, bloodGroup: null }
}

export function patientValues(patient: Patient): PatientValues {
  return {
    ...typedValues((field) => patient[field] ?? ''),
    // Empty, because the text is added to the list, which is shown beside it.
    allergies: '',
    dateOfBirth: knownBirth(patient),
    gender: patient.gender,
    bloodGroup: patient.bloodGroup,
  }
}

function typedValues(valueOf: (field: TypedField) => string): Record<TypedField, string> {
  const { gender: _, bloodGroup: __, ...typed } = patientFields
  const names = Object.keys(typed) as TypedField[]
  // The entries of an object lose which names it has.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<TypedField, string>
}

const required = { withAsterisk: true, 'aria-required': true } as const

function allergyHint(listed: KnownAllergies | undefined): string {
  const known = listed && allergyWords(listed)
  return known
    ? `On the list: ${known}. Enter what is not on it yet, one a line; a doctor confirms it.`
    : 'Enter “None known” if the patient has no allergies. Blank means not recorded. A doctor confirms what you enter.'
}

/** The three sections of the patient form. */
export function PatientFields({
  form,
  mrn,
  mrnNote,
  listed,
  identifiers,
  afterName,
  afterNumber,
}: {
  form: UseFormReturnType<PatientValues>
  mrn: string
  mrnNote: string
  /** The recorded allergies, which can be added to. */
  listed?: KnownAllergies
  /** The fields of identifiers, where they are part of the form. */
  identifiers?: ReactNode
  /** Content in sight while the name or the contact number is typed. */
  afterName?: ReactNode
  afterNumber?: ReactNode
}) {
  const mayReport = useMay()('allergy.report')
  const input = (name: keyof PatientValues) => ({
    label: patientFields[name].label,
    ...form.getInputProps(name),
  })
  const typed = (name: TypedField) => ({
    ...input(name),
    // The browser neither fills in nor remembers a patient's details.
    autoComplete: 'off',
  })
  return (
    <Stack gap="md">
      <Section title="Personal Information">
        <FieldGrid>
          <TextInput {...typed('firstName')} {...required} />
          <TextInput {...typed('lastName')} {...required} />
          <DateOfBirthField {...input('dateOfBirth')} />
          {afterName && <WholeRow isAmongFields>{afterName}</WholeRow>}
          <TextInput
            label="MRN"
            description={mrnNote}
            readOnly
            // Read-only, so the Tab key skips it.
            tabIndex={-1}
            variant="filled"
            value={mrn}
            autoComplete="off"
          />
          <Choice
            {...input('gender')}
            {...required}
            placeholder="Choose one"
            data={genders.map((value) => ({ value, label: genderNames[value] }))}
          />
          <Choice
            {...input('bloodGroup')}
            placeholder="Not recorded"
            data={bloodGroups}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the blood group' }}
          />
        </FieldGrid>
      </Section>
      {identifiers}
      <Section title="Contact Information">
        <FieldGrid>
          <TextInput {...typed('contactNumber')} {...required} type="tel" />
          {afterNumber && <WholeRow isAmongFields>{afterNumber}</WholeRow>}
          <TextInput {...typed('email')} type="email" />
          <WholeRow>
            <Textarea {...typed('address')} {...required} rows={2} />
          </WholeRow>
        </FieldGrid>
      </Section>
      <Section title="Medical Information">
        <Stack gap="md">
          <Textarea
            {...typed('allergies')}
            description={mayReport ? allergyHint(listed) : 'Reception and doctors can report allergies.'}
            readOnly={!mayReport}
            variant={mayReport ? 'default' : 'filled'}
            rows={3}
          />
          <Textarea {...typed('medicalHistory')} rows={4} />
        </Stack>
      </Section>
    </Stack>
  )
}

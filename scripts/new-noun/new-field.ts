// The optional field of a patient that the test beside this file adds, with everything that goes with it.
import type { Listing } from './new-noun.ts'

const migration = `alter table patient add column occupation text;
-- A text of one line (record 58).
do $$
begin
  execute (
    select 'alter table patient add constraint patient_occupation_is_line '
      || replace(pg_get_constraintdef(oid), '(first_name ', '(occupation ')
    from pg_constraint where conname = 'patient_first_name_is_line'
  );
end $$;
`

/** The only new file. */
export const migrationOfField = {
  file: 'server/ground/db/migrations/29991231-2359-add-occupation.sql',
  text: migration,
}

export const additionsOfField: readonly Listing[] = [
  {
    file: 'contract/people/patients.ts',
    mark: '  allergies: optionalLines(2000),',
    before: '  occupation: optionalText(200),\n',
  },
  { file: 'contract/people/patients.ts', mark: '  requiredText,\n', before: '  optionalText,\n' },
  {
    file: 'contract/people/patients.ts',
    mark: '  bloodGroup: z.enum(bloodGroups).nullable(),\n',
    after: '  occupation: z.string().nullable(),\n',
  },
  {
    file: 'server/people/patients/queries.ts',
    mark: 'patient.blood_group as "bloodGroup", ',
    after: 'patient.occupation, ',
  },
  {
    file: 'server/people/patients/queries.ts',
    mark: '    blood_group: form.bloodGroup,\n',
    after: '    occupation: form.occupation,\n',
  },
  {
    file: 'server/people/patients/export.ts',
    mark: "    'Blood Group': (patient) => patient.bloodGroup,\n",
    after: '    Occupation: (patient) => patient.occupation,\n',
  },
  {
    file: 'server/testing/factories/patients/patients.ts',
    mark: "    bloodGroup: 'O+',\n",
    after: "    occupation: 'Teacher',\n",
  },
  {
    file: 'web/people/patients/form/PatientFields.tsx',
    mark: "  address: { label: 'Address' },\n",
    after: "  occupation: { label: 'Occupation' },\n",
  },
  {
    file: 'web/people/patients/form/PatientFields.tsx',
    mark: '          <TextInput {...typed(\'email\')} type="email" />\n',
    after: "          <TextInput {...typed('occupation')} />\n",
  },
  {
    file: 'web/people/patients/record/patient-facts.tsx',
    mark: "    { label: 'Blood Type', value: patient.bloodGroup },\n",
    after:
      "    { label: 'Occupation', value: patient.occupation && <bdi>{patient.occupation}</bdi>, ifRecorded: true },\n",
  },
]

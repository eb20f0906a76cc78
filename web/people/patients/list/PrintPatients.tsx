import { genderNames, type Patient, printPatients } from '../../../../contract/people/patients.ts'
import { api } from '../../../ground/client/api.ts'
import { PrintListButton } from '../../../ground/records/list/PrintListButton.tsx'
import { RecordPrint } from '../../../ground/records/print/RecordPrint.tsx'
import { countOf, formatDay, orNotRecorded } from '../../../ground/ui/format.ts'
import { type PrintColumn, PrintTable } from '../../../ground/ui/print/PrintTable.tsx'
import { DateOfBirth } from '../identity/PatientIdentityLine.tsx'
import type { filterOf } from './list-search.ts'

type Filter = ReturnType<typeof filterOf>

const columns: PrintColumn<Patient>[] = [
  { header: 'MRN', whole: true, cell: ({ mrn }) => mrn },
  { header: 'First Name', cell: ({ firstName }) => <bdi>{firstName}</bdi> },
  { header: 'Last Name', cell: ({ lastName }) => <bdi>{lastName}</bdi> },
  {
    header: 'Date of Birth',
    whole: true,
    cell: (patient) => <DateOfBirth of={patient} />,
  },
  { header: 'Gender', whole: true, cell: ({ gender }) => genderNames[gender] },
  {
    header: 'Contact',
    whole: ({ contactNumber }) => contactNumber.length <= 20,
    cell: ({ contactNumber }) => <bdi>{orNotRecorded(contactNumber)}</bdi>,
  },
]

/** Puts the filtered list on paper. */
export function PrintPatients({ filter }: { filter: Filter }) {
  return (
    <PrintListButton
      nothing="No patient data to print"
      readRows={() => api(printPatients, { query: filter })}
    >
      {(patients) => (
        <RecordPrint
          title="Patient list"
          intro={`${countOf(patients.length, 'patient')}. ${filterWords(filter)}`}
        >
          <PrintTable columns={columns} rows={patients} rowKey={({ id }) => id} />
        </RecordPrint>
      )}
    </PrintListButton>
  )
}

function filterWords({ search, gender, registeredSince }: Filter): string {
  const words = [
    search && `matching “${search}”`,
    gender && `gender ${genderNames[gender]}`,
    registeredSince && `registered since ${formatDay(registeredSince)}`,
  ].filter(Boolean)
  return words.length > 0 ? `Only those ${words.join(', ')}.` : 'The whole list.'
}

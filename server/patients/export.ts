import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { ageOn, genderNames, type Patient } from '../../contract/patients.ts'

const columns = [
  'MRN',
  'First Name',
  'Last Name',
  'Date of Birth',
  'Age',
  'Gender',
  'Contact',
  'Email',
  'Address',
  'Blood Group',
  'Allergies',
  'Medical History',
]

/**
 * The patients as CSV (RFC 4180, UTF-8 with a byte order mark, which spreadsheets ask for), written as they are read.
 * Cells that a spreadsheet would run as a formula are made harmless.
 */
export function patientsAsCsv(patients: AsyncIterable<Patient>, today: string): Readable {
  const csv = stringify({
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  const source = Readable.from(records(patients, today))
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy())
  return source.pipe(csv)
}

async function* records(
  patients: AsyncIterable<Patient>,
  today: string,
): AsyncGenerator<(string | number)[]> {
  for await (const patient of patients) {
    yield [
      patient.mrn,
      patient.firstName,
      patient.lastName,
      patient.dateOfBirth,
      ageOn(today, patient.dateOfBirth),
      genderNames[patient.gender],
      patient.contactNumber,
      patient.email ?? '',
      patient.address,
      patient.bloodGroup ?? '',
      patient.allergies ?? '',
      patient.medicalHistory ?? '',
    ]
  }
}

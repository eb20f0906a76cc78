import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { largestPage } from '../../../contract/api/page.ts'
import { exportPatients, genderNames, listPatients, type Patient } from '../../../contract/patients.ts'
import { api, call } from '../../client/api.ts'
import { download } from '../../records/download.ts'
import { useMe, useSite } from '../../session/account.ts'
import { countOf, formatDay, formatMoment, formatNumber, fullName } from '../../ui/format.ts'
import { PrintPage } from '../../ui/print/PrintPage.tsx'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { DateOfBirth } from '../identity/PatientIdentityLine.tsx'
import type { filterOf } from './list-search.ts'
import classes from './PatientPrint.module.css'

type Filter = ReturnType<typeof filterOf>

/** More than this is no list for paper. */
const mostPrinted = 2000

/** Takes the filtered list out of Lantern: as a file, or on paper. */
export function PatientListOutput({ filter, total }: { filter: Filter; total: number | undefined }) {
  const [exporting, setExporting] = useState(false)
  const [collecting, setCollecting] = useState(false)
  const [printed, setPrinted] = useState<Patient[]>()

  async function exportList() {
    if (exporting) return
    if (total === 0) return toast.error('No data to export')
    setExporting(true)
    try {
      const answer = await call(exportPatients, { query: filter })
      download(await answer.blob(), exportPatients.download.filename)
    } catch {
      toast.error('Export failed')
    } finally {
      setExporting(false)
    }
  }

  async function printList() {
    if (collecting) return
    setCollecting(true)
    try {
      const patients = await collect(filter)
      if (patients === 'too many') {
        toast.error(
          `More than ${formatNumber(mostPrinted)} patients are too many to print. Narrow the list with the search and filters, or export it.`,
        )
      } else if (patients.length === 0) toast.error('No patient data to print')
      else setPrinted(patients)
    } catch (error) {
      toast.error(`The list could not be printed. ${error instanceof Error ? error.message : ''}`)
    } finally {
      setCollecting(false)
    }
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        aria-busy={collecting}
        onClick={printList}
      >
        {collecting ? 'Preparing…' : 'Print'}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        aria-busy={exporting}
        onClick={exportList}
      >
        {exporting ? 'Exporting…' : 'Export'}
      </Button>
      {printed && (
        <PrintSheet onDone={() => setPrinted(undefined)}>
          <PrintedList patients={printed} filter={filter} />
        </PrintSheet>
      )}
    </>
  )
}

/** The whole filtered list, page by page. */
async function collect(filter: Filter): Promise<Patient[] | 'too many'> {
  const patients = new Map<string, Patient>()
  for (let page = 1; ; page++) {
    const answer = await api(listPatients, { query: { ...filter, page, limit: largestPage } })
    if (answer.total > mostPrinted) return 'too many'
    // A record can move to another page while they are read: once is enough.
    for (const patient of answer.items) patients.set(patient.id, patient)
    if (answer.nextCursor === null || answer.items.length === 0) return [...patients.values()]
  }
}

function PrintedList({ patients, filter }: { patients: Patient[]; filter: Filter }) {
  const site = useSite()
  const me = useMe()
  return (
    <PrintPage
      hospitalName={site.hospitalName}
      title="Patient list"
      printedBy={fullName(me) || me.email}
      printedAt={formatMoment(new Date(), site.timeZone)}
    >
      <p className={classes.intro}>
        {countOf(patients.length, 'patient')}. {filterWords(filter)}
      </p>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">MRN</th>
            <th scope="col">First Name</th>
            <th scope="col">Last Name</th>
            <th scope="col">Date of Birth</th>
            <th scope="col">Gender</th>
            <th scope="col">Contact</th>
          </tr>
        </thead>
        <tbody>
          {patients.map((patient) => (
            <tr key={patient.id}>
              <td className={classes.whole}>{patient.mrn}</td>
              <td>
                <bdi>{patient.firstName}</bdi>
              </td>
              <td>
                <bdi>{patient.lastName}</bdi>
              </td>
              <td className={classes.whole}>
                <DateOfBirth day={patient.dateOfBirth} plain />
              </td>
              <td className={classes.whole}>{genderNames[patient.gender]}</td>
              <td className={patient.contactNumber.length <= 20 ? classes.whole : undefined}>
                <bdi>{patient.contactNumber}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintPage>
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

import { useEffect } from 'react'
import { allergyWords } from '../../../../contract/clinical/allergy-words.ts'
import { daysBetween } from '../../../../contract/days.ts'
import { genderNames } from '../../../../contract/people/patients.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { type Admission, listAdmissions } from '../../../../contract/wards/admissions.ts'
import { listBeds } from '../../../../contract/wards/beds.ts'
import { wardNames } from '../../../../contract/wards/wards.ts'
import { PrintedScore, type PrintedScores, readScores } from '../../../clinical/vitals/public.ts'
import { api, type CallOptions } from '../../../ground/client/api.ts'
import { allPages } from '../../../ground/records/print/all-pages.ts'
import { RecordPrint } from '../../../ground/records/print/RecordPrint.tsx'
import { useForPrint } from '../../../ground/records/print/useForPrint.ts'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { countOf, formatDay, inZone, orNotRecorded, patientName } from '../../../ground/ui/format.ts'
import { PrintSheet } from '../../../ground/ui/print/PrintSheet.tsx'
import { type PrintColumn, PrintTable } from '../../../ground/ui/print/PrintTable.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { DateOfBirth } from '../../../people/patients/public.ts'
import type { BedsSearch } from '../board/beds-search.ts'
import { filterBeds } from '../board/shown-beds.ts'
import { isOccupied, type OccupiedBed } from '../words.ts'
import classes from './PrintedWardList.module.css'

interface Row {
  bed: OccupiedBed
  /** Undefined for a patient who was admitted or discharged between two reads. */
  admission: Admission | undefined
}

interface List {
  rows: Row[]
  /** Null if they could not be loaded; undefined for users who may not see them. */
  scores: PrintedScores | null | undefined
}

/** The inpatients that the filters leave, by ward and bed, with room for notes on a round. */
export function PrintedWardList({ search, onDone }: { search: BedsSearch; onDone: () => void }) {
  const { timeZone } = useSite()
  const today = useToday()
  const maySeeScores = useMay()('clinical.view')
  const list = useForPrint(
    'ward-list',
    'shown',
    async (options): Promise<List> => {
      const [rows, scores] = await Promise.all([
        readRows(search, today, options),
        maySeeScores ? readScores(options) : undefined,
      ])
      return { rows, scores }
    },
    onDone,
  )
  const rows = list?.rows
  const isEmpty = rows?.length === 0
  useEffect(() => {
    if (!isEmpty) return
    toast.error('No inpatients to print')
    onDone()
  }, [isEmpty, onDone])
  if (!list || !rows || isEmpty) return null

  const { ward, unit, doctor, leaving, search: text } = search
  const attending = doctor && rows[0]?.admission?.doctor
  const filters = [
    unit ? rows[0]?.bed.unitName : ward && wardNames[ward],
    attending && `under ${doctorName(attending)}`,
    leaving && 'expected to leave by today',
    text?.trim() && `matching “${text.trim()}”`,
  ].filter(Boolean)
  return (
    <PrintSheet onDone={onDone}>
      <RecordPrint
        title="Ward list"
        intro={`${countOf(rows.length, 'inpatient')}: ${filters.join(', ') || 'all wards'}.`}
      >
        <div className={classes.list}>
          <PrintTable
            columns={columnsOf(today, timeZone)}
            rows={rows}
            rowKey={({ bed }) => bed.id}
            below={({ bed: { patient } }) => (
              <div className={classes.below}>
                <div className={classes.allergies}>
                  Allergies: <bdi>{orNotRecorded(allergyWords(patient))}</bdi>
                </div>
                {list.scores !== undefined && <PrintedScore patient={patient} scores={list.scores} />}
              </div>
            )}
          />
        </div>
      </RecordPrint>
    </PrintSheet>
  )
}

async function readRows(search: BedsSearch, today: string, options: CallOptions): Promise<Row[]> {
  const { doctor: doctorId } = search
  const [beds, admissions] = await Promise.all([
    api(listBeds, {}, options),
    allPages((cursor) =>
      api(listAdmissions, { query: { status: 'active', doctorId, limit: 200, cursor } }, options),
    ),
  ])
  const byId = new Map(admissions.map((admission) => [admission.id, admission]))
  const inpatients = filterBeds(beds, {
    ...search,
    status: undefined,
    leavingBy: search.leaving && today,
  }).filter(isOccupied)
  return inpatients.map((bed) => ({ bed, admission: byId.get(bed.admissionId) }))
}

function columnsOf(today: string, timeZone: string): PrintColumn<Row>[] {
  const dayOf = (moment: string) => inZone(moment, timeZone).day
  return [
    {
      header: 'Bed',
      cell: ({ bed }) => (
        <>
          <strong data-whole>{bed.bedNumber}</strong>
          <div data-whole>{bed.unitName}</div>
        </>
      ),
    },
    {
      header: 'Patient',
      cell: ({ bed: { patient } }) => (
        <>
          <strong>
            <bdi>{patientName(patient)}</bdi>
          </strong>
          <div>
            {patient.mrn}, {genderNames[patient.gender]}
          </div>
          <div>
            <DateOfBirth of={patient} />
          </div>
        </>
      ),
    },
    {
      header: 'Diagnosis',
      cell: ({ admission }) => (
        <>
          <bdi>{orNotRecorded(admission?.diagnosis)}</bdi>
          {admission?.doctor && (
            <div>
              <bdi>{doctorName(admission.doctor)}</bdi>
            </div>
          )}
        </>
      ),
    },
    {
      header: 'Admitted',
      cell: ({ bed: { admissionDate, expectedDischargeDate } }) => (
        <>
          <div>
            <span data-whole>{formatDay(dayOf(admissionDate))}</span>,{' '}
            <strong data-whole>Day {daysBetween(dayOf(admissionDate), today) + 1}</strong>
          </div>
          <div>
            <span data-whole>Expected discharge</span>{' '}
            <span data-whole>
              {expectedDischargeDate ? formatDay(expectedDischargeDate) : 'not recorded'}
            </span>
          </div>
        </>
      ),
    },
    {
      header: 'Notes',
      deep: true,
      cell: () => <div className={classes.notes} />,
    },
  ]
}

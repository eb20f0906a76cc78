import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { VitalSigns } from '../../../contract/clinical/vitals.ts'
import type { Patient } from '../../../contract/patients.ts'
import { StrikeDialog, StruckWords } from '../../clinical/public.ts'
import { RecordList } from '../../records/list/RecordList.tsx'
import { usePageRows } from '../../records/list/rows.ts'
import { useMay, useSite } from '../../session/account.ts'
import { formatMoment } from '../../ui/format.ts'
import type { DataColumn } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { setsPerPage, useVitalsActions, vitalsQuery } from '../queries.ts'
import classes from '../Vitals.module.css'
import { ageWhen, scoreOf } from '../words.ts'
import { Reading, type Shown, wordsOf } from './Reading.tsx'

const headers = {
  temperature: 'Temp.',
  pulse: 'Pulse',
  respiratoryRate: 'Resp.',
  bloodPressure: 'BP',
  oxygenSaturation: 'SpO₂',
  consciousness: 'ACVPU',
  pain: 'Pain',
  weight: 'Weight',
  height: 'Height',
} as const satisfies Record<Shown, string>
const shown = Object.keys(headers) as Shown[]

/** Every set of a patient, newest first; those struck through are shown so, with the reason. */
export function Flowsheet({
  patient,
  page,
  onPage,
}: {
  patient: Patient
  /** As the address says it: the first page has no number. */
  page: number | undefined
  onPage: (page: number | undefined, how?: { replace: boolean }) => void
}) {
  const { timeZone } = useSite()
  const mayStrike = useMay()('clinical.record')
  const { strike } = useVitalsActions()
  const [striking, setStriking] = useState<VitalSigns>()
  const columns = useMemo(() => columnsOf(patient.dateOfBirth, timeZone), [patient.dateOfBirth, timeZone])
  const query = useQuery(vitalsQuery(patient.id, page ?? 1))
  const list = usePageRows(query, 'The vital signs could not be loaded', {
    page,
    pageSize: setsPerPage,
    show: (change, how) => onPage(change.page, how),
  })
  return (
    <>
      <RecordList
        label="Vital signs, newest first"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={6}
        things="sets of vital signs"
        isPart
        rowActions={(set) =>
          mayStrike &&
          !set.struck && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Strike through the vital signs of ${formatMoment(set.takenAt, timeZone)}`}
              onClick={() => setStriking(set)}
            >
              Strike through
            </Button>
          )
        }
        empty={<EmptyState title="No vital signs yet">Vital signs appear here.</EmptyState>}
      />
      {striking && (
        <StrikeDialog
          patient={patient}
          thing="vital signs"
          what={`${formatMoment(striking.takenAt, timeZone)}: ${saidIn(striking).join(', ')}`}
          onStrike={(reason) => strike(striking.id, reason)}
          onClose={() => setStriking(undefined)}
        />
      )}
    </>
  )
}

function saidIn(set: VitalSigns): string[] {
  return shown.flatMap((of) => wordsOf(of, set) ?? [])
}

function columnsOf(dateOfBirth: string, timeZone: string): DataColumn<VitalSigns>[] {
  return [
    {
      key: 'takenAt',
      header: 'Taken',
      primary: true,
      cell: ({ takenAt, recordedBy, struck }) => (
        <>
          <span className={struck ? classes.struck : undefined}>{formatMoment(takenAt, timeZone)}</span>
          <span className={classes.when}>
            {struck ? <StruckWords struck={struck} /> : <bdi>{recordedBy}</bdi>}
          </span>
        </>
      ),
    },
    {
      key: 'news2',
      header: 'NEWS2',
      cell: (set) => {
        const scored = set.struck ? null : scoreOf(set, dateOfBirth, timeZone)
        return scored && `${scored.score} ${scored.band}`
      },
    },
    ...shown.map(
      (of): DataColumn<VitalSigns> => ({
        key: of,
        header: headers[of],
        cell: (set) => <Reading of={of} set={set} months={ageWhen(set, dateOfBirth, timeZone).months} />,
      }),
    ),
  ]
}

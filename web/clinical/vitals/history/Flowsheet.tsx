import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VitalSigns } from '../../../../contract/clinical/vitals.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { useMay, useMe, useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { Pager } from '../../../ground/ui/list/Pager.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ground/ui/page/ErrorState.tsx'
import { StrikeDialog } from '../../entries/public.ts'
import { setsPerPage, useVitalsActions, vitalsQuery } from '../queries.ts'
import { useUnits } from '../units.ts'
import { saidIn } from './Reading.tsx'
import { SetsTable } from './SetsTable.tsx'
import { VitalsChart } from './VitalsChart.tsx'

/** Every set of a patient over time, newest first; those struck through are shown so, with the reason. */
export function Flowsheet({
  patient,
  page,
  onPage,
}: {
  patient: Patient
  /** As in the URL: the first page has no number. */
  page: number | undefined
  onPage: (page: number | undefined, how?: { replace: boolean }) => void
}) {
  const { timeZone } = useSite()
  const units = useUnits()
  const mayDo = useMay()
  const me = useMe()
  const { strike } = useVitalsActions()
  const [striking, setStriking] = useState<VitalSigns>()
  const query = useQuery(vitalsQuery(patient.id, page ?? 1))
  const { rows, failure, place, isUpdating } = usePageRows(query, 'The vital signs could not be loaded', {
    page,
    pageSize: setsPerPage,
    show: (change, how) => onPage(change.page, how),
  })
  if (failure) return <ErrorState title={failure.title} error={failure.error} onRetry={failure.retry} />
  if (!rows) return <Skeleton h={800} m="md" role="status" aria-label="Loading the vital signs" />
  if (rows.length === 0) return <EmptyState title="No vital signs yet">Vital signs appear here.</EmptyState>
  return (
    <>
      <VitalsChart sets={rows} dateOfBirth={patient.dateOfBirth} />
      <SetsTable
        sets={rows}
        dateOfBirth={patient.dateOfBirth}
        isUpdating={isUpdating}
        mayStrike={({ recordedById }) =>
          mayDo('clinical.respond') || (recordedById === me.id && mayDo('clinical.observe'))
        }
        onStrike={setStriking}
      />
      {place && place.total > setsPerPage && <Pager {...place} things="sets of vital signs" />}
      {striking && (
        <StrikeDialog
          patient={patient}
          thing="vital signs"
          what={`${formatMoment(striking.takenAt, timeZone)}: ${saidIn(striking, units).join(', ')}`}
          onStrike={(reason) => strike(striking.id, reason)}
          onClose={() => setStriking(undefined)}
        />
      )}
    </>
  )
}

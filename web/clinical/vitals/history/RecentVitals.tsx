import { Button, Skeleton } from '@mantine/core'
import { IconActivityHeartbeat, IconHistory, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Patient } from '../../../../contract/people/patients.ts'
import { useMay } from '../../../ground/sign-in/account.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { latestVitalsQuery } from '../queries.ts'
import classes from '../Vitals.module.css'
import { LatestVitals } from './LatestVitals.tsx'

const RecordVitalsDialog = late(
  () => import('../form/RecordVitalsDialog.tsx'),
  'RecordVitalsDialog',
  whileOpen,
)
const Flowsheet = late(() => import('./Flowsheet.tsx'), 'Flowsheet', {
  StandIn: () => <Skeleton h={400} />,
  isOpen: () => true,
})

interface View {
  /** All of them over time, instead of the latest of each. */
  isHistory: boolean
  page: number | undefined
}

/** A patient's vital signs: the latest of each, or all of them over time. For those who may see clinical entries. */
export function RecentVitals({
  patient,
  isRecording,
  onRecording,
  view: { isHistory, page },
  onView,
}: {
  patient: Patient
  isRecording: boolean
  onRecording: (isRecording: boolean) => void
  view: View
  onView: (view: View, how?: { replace: boolean }) => void
}) {
  const mayRecord = useMay()('clinical.observe')
  const query = useQuery(latestVitalsQuery(patient.id))
  const sets = query.data
  const record = mayRecord && (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => onRecording(true)}
    >
      Record Vital Signs
    </Button>
  )
  return (
    <Section
      title="Recent Vital Signs"
      flush={isHistory}
      action={
        (isHistory || Boolean(sets?.length)) && (
          <div className={classes.buttons}>
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden="true" />}
              onClick={() => onView({ isHistory: !isHistory, page: undefined })}
            >
              {isHistory ? 'Show Latest' : 'Show History'}
            </Button>
            {record}
          </div>
        )
      }
    >
      {isHistory ? (
        <Flowsheet
          patient={patient}
          page={page}
          onPage={(next, how) => onView({ isHistory: true, page: next }, how)}
        />
      ) : query.isLoadingError ? (
        <ErrorState
          title="The vital signs could not be loaded"
          error={query.error}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      ) : !sets ? (
        <Skeleton h={200} role="status" aria-label="Loading the vital signs" />
      ) : sets.length === 0 ? (
        <EmptyState
          compact
          title="No vital signs yet"
          icon={<IconActivityHeartbeat size={28} stroke={1.5} />}
          action={record}
        />
      ) : (
        <LatestVitals patient={patient} sets={sets} />
      )}
      {mayRecord && <RecordVitalsDialog.Ahead />}
      {isRecording && mayRecord && (
        <RecordVitalsDialog
          patient={patient}
          onSaved={() => {
            onRecording(false)
            toast.success('Vital signs recorded')
          }}
          onClose={() => onRecording(false)}
        />
      )}
    </Section>
  )
}

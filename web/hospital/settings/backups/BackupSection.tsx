import { Button, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Backups, startBackup } from '../../../../contract/hospital/backups.ts'
import { api } from '../../../ground/client/api.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { Facts } from '../../../ground/ui/page/Facts.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { backupsQuery } from '../queries.ts'
import classes from './BackupSection.module.css'
import { BackupTrouble } from './BackupTrouble.tsx'
import { sizeWords } from './size.ts'

/** Where links lead that end in #backups. */
const placeName = 'backups'

/** When the last backup was made, where it is, and when the next one is due; and a button that makes one now. */
export function BackupSection() {
  const backups = useQuery(backupsQuery)
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: () => api(startBackup, { body: { when: 'now' } }),
    onSuccess: (state) => queryClient.setQueryData(backupsQuery.queryKey, state),
    onError: (error) => toast.error(refusedAct(error, 'No backup was started')),
  })
  const place = useRef<HTMLDivElement>(null)
  const isSought = useLocation().hash === placeName
  // The page is loaded after the router has looked for it.
  useEffect(() => {
    if (!isSought) return
    place.current?.scrollIntoView()
    place.current?.querySelector('section')?.focus({ preventScroll: true })
  }, [isSought])
  const isRunning = start.isPending || Boolean(backups.data?.running)
  return (
    <div ref={place} className={classes.place} id={placeName}>
      <Section
        title="Backups"
        description="Full copies of your data, to restore after a mistake or a disk failure."
        action={
          backups.data?.plan && (
            <Button
              variant="default"
              leftSection={<IconDatabaseExport size={16} aria-hidden="true" />}
              aria-busy={isRunning}
              onClick={() => !isRunning && start.mutate()}
            >
              {isRunning ? 'Backing Up…' : 'Back Up Now'}
            </Button>
          )
        }
      >
        <Loaded query={backups} failed="The backups could not be loaded" loading={<Skeleton h={96} />}>
          {(state) => (
            <Stack>
              <BackupTrouble backups={state} />
              <Running running={state.running} />
              <State backups={state} />
            </Stack>
          )}
        </Loaded>
      </Section>
    </div>
  )
}

const stages = {
  waiting: 'Starting the backup',
  writing: 'Making the backup',
  checking: 'Checking the backup',
} as const

/** A screen reader says the stage only: the progress changes every two seconds. */
function Running({ running }: Pick<Backups, 'running'>) {
  return (
    <div className={classes.running} data-shown={running !== null}>
      <div className={classes.stage}>
        <span role="status">{running && stages[running.stage]}</span>
        {running?.stage === 'writing' && <span>{running.percent}%</span>}
      </div>
      {running && (
        <Progress
          value={running.percent}
          animated={running.stage === 'checking'}
          aria-label={stages[running.stage]}
        />
      )}
    </div>
  )
}

function State({ backups: { plan, last } }: { backups: Backups }) {
  const { timeZone } = useSite()
  if (!plan) {
    return (
      <Text c="dimmed">
        Automatic backups are off. To turn them on, ask your IT support to set BACKUP_DIRECTORY.
      </Text>
    )
  }
  return (
    <Facts
      columns={2}
      facts={[
        {
          label: 'Last backup',
          value: last ? `${formatMoment(last.at, timeZone)}, ${sizeWords(last.bytes)}` : 'None yet',
        },
        { label: 'Next backup', value: formatMoment(plan.nextAt, timeZone) },
        { label: 'Location', value: <span className={classes.path}>{last?.file ?? plan.directory}</span> },
        {
          label: 'Retention',
          value: `${plan.keeps === 1 ? 'Latest backup only' : `Latest ${plan.keeps} backups`}, ${plan.isEncrypted ? 'encrypted' : 'not encrypted'}`,
        },
      ]}
    />
  )
}

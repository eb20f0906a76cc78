import { Button, Skeleton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditKind, auditKinds } from '../../../contract/hospital/audit.ts'
import { auditKindNames } from '../../../contract/hospital/audit-words.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { formatMoment, formatMomentTime, inZone } from '../../ground/ui/format.ts'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import classes from './AccessedBy.module.css'
import { usePeople } from './people.ts'
import { accessQuery } from './queries.ts'
import { type Visit, visitsOf } from './visits.ts'
import { doneIn, kindChoices } from './words.ts'

const all = 'ALL'

/** Everybody who looked at a patient's data, received it live, changed, printed or exported it, newest first. */
export function AccessedBy({ patientId }: { patientId: string }) {
  const [kind, setKind] = useState<AuditKind>()
  const [staffId, setStaffId] = useState<string>()
  const people = usePeople(staffId)
  const query = useInfiniteQuery(accessQuery({ patientId, kind, staffId }))
  const visits = query.data && visitsOf(query.data.pages.flatMap(({ items }) => items))
  return (
    <Section
      title="Accessed by"
      description="Who opened, changed, printed or exported this patient’s data, saw it in a list or received it live. Viewing this page is logged too."
      action={
        <div className={classes.filters}>
          <Choice
            aria-label="Filter by person"
            {...people}
            data={[{ value: all, label: 'Everyone' }, ...people.data]}
            value={staffId ?? all}
            onChange={(chosen) => setStaffId(chosen && chosen !== all ? chosen : undefined)}
          />
          <Choice
            aria-label="Filter by kind"
            data={[{ value: all, label: 'Every kind' }, ...kindChoices]}
            value={kind ?? all}
            onChange={(chosen) => setKind(auditKinds.find((one) => one === chosen))}
          />
        </div>
      }
      flush
    >
      {query.isLoadingError ? (
        <ErrorState
          title="The access history could not be loaded"
          error={query.error}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      ) : !visits ? (
        <div className={classes.loading} role="status" aria-label="Loading the access history">
          <Skeleton h="100%" />
        </div>
      ) : visits.length === 0 ? (
        <EmptyState compact title="No one matches the filters" icon={<IconEye size={32} stroke={1.5} />}>
          Choose another person or another kind.
        </EmptyState>
      ) : (
        <ul className={classes.visits} aria-label="Accessed by">
          {visits.map((visit) => (
            <Line key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            aria-busy={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            Show earlier
          </Button>
        </div>
      )}
    </Section>
  )
}

function Line({ visit: { staff, from, until, records } }: { visit: Visit }) {
  const { timeZone } = useSite()
  const addresses = [...new Set(records.flatMap(({ address }) => address ?? []))]
  return (
    <li>
      <div className={classes.who}>
        <bdi className={classes.name}>{staff ? (staff.name ?? 'A former account') : 'Lantern itself'}</bdi>
        <span className={classes.when}>{periodWords(from, until, timeZone)}</span>
      </div>
      <dl className={classes.done}>
        {doneIn(records).map(({ kind, things }) => (
          <div key={kind} style={{ display: 'contents' }}>
            <dt>{auditKindNames[kind]}</dt>
            <dd>{things.join(', ')}</dd>
          </div>
        ))}
      </dl>
      {addresses.length > 0 && <div className={classes.from}>From {addresses.join(', ')}</div>}
    </li>
  )
}

/** '22 Nov 2026, 10:02 AM to 10:14 AM' */
function periodWords(from: string, until: string, timeZone: string): string {
  const begin = formatMoment(from, timeZone)
  const end = formatMoment(until, timeZone)
  if (begin === end) return begin
  const isSameDay = inZone(from, timeZone).day === inZone(until, timeZone).day
  return `${begin} to ${isSameDay ? formatMomentTime(until, timeZone) : end}`
}

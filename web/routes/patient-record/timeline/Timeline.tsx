import { Skeleton } from '@mantine/core'
import { IconTimeline } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TimelineEvent } from '../../../../contract/clinical/timeline.ts'
import { type TimelineKind, timelineKindNames } from '../../../../contract/clinical/timeline-kinds.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { MoreButton } from '../../../ground/records/list/MoreButton.tsx'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { formatWeekday, inZone } from '../../../ground/ui/format.ts'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { kindNames } from './event-words.tsx'
import { HappenedLine } from './HappenedLine.tsx'
import { timelineKindsFor, timelineQuery } from './queries.ts'
import classes from './Timeline.module.css'

const all = 'ALL'

/** All that happened to a patient, newest first, day by day. */
export function Timeline({
  patient,
  kind: asked,
  onKind,
}: {
  patient: Patient
  /** As in the URL. */
  kind: TimelineKind | undefined
  onKind: (kind: TimelineKind | undefined) => void
}) {
  const kinds = timelineKindsFor(useMay())
  const { timeZone } = useSite()
  // A URL from somebody else may name kinds that this role can't see.
  const kind = kinds.find((one) => one === asked)
  const query = useInfiniteQuery(timelineQuery(patient.id, kind, kinds))
  return (
    <Section
      title="Timeline"
      flush
      action={
        <Choice
          aria-label="Show"
          className={classes.kind}
          data={[
            { value: all, label: 'Everything' },
            ...kinds.map((one) => ({ value: one, label: kindNames[one] })),
          ]}
          value={kind ?? all}
          onChange={(chosen) => onKind(timelineKindNames.find((one) => one === chosen))}
        />
      }
    >
      <Loaded
        query={query}
        failed="The timeline could not be loaded"
        loading={<Skeleton h={480} m="md" role="status" aria-label="Loading the timeline" />}
      >
        {({ pages }) => {
          const days = daysOf(
            pages.flatMap(({ items }) => items),
            timeZone,
          )
          if (days.length === 0) {
            return (
              <EmptyState title="Nothing recorded yet" icon={<IconTimeline size={28} stroke={1.5} />}>
                Events in the patient’s care appear here.
              </EmptyState>
            )
          }
          return (
            <>
              {days.map(({ day, happened }) => (
                <section key={day} className={classes.day} aria-label={formatWeekday(day)}>
                  <h3>{formatWeekday(day)}</h3>
                  <ol className={classes.lines}>
                    {happened.map((one) => (
                      <HappenedLine key={one.id} happened={one} patient={patient} />
                    ))}
                  </ol>
                </section>
              ))}
              <MoreButton query={query} />
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

interface Day {
  day: string
  happened: TimelineEvent[]
}

function daysOf(events: readonly TimelineEvent[], timeZone: string): Day[] {
  const days = Map.groupBy(events, ({ at }) => inZone(at, timeZone).day)
  return [...days].map(([day, happened]) => ({ day, happened }))
}

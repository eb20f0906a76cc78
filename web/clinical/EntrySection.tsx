import { Button, Skeleton } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Struck } from '../../contract/clinical/entries.ts'
import { useSite } from '../session/account.ts'
import { formatMoment } from '../ui/format.ts'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { ErrorState } from '../ui/page/ErrorState.tsx'
import { Section } from '../ui/page/Section.tsx'
import classes from './EntrySection.module.css'
import { StruckWords } from './StruckWords.tsx'

interface Entry {
  id: string
  recordedAt: string
  recordedBy: string
  struck: Struck | null
}

export interface EntryWords {
  what: ReactNode
  /** Badges beside it. */
  marks?: ReactNode
  /** Below it, each in a line. */
  details?: readonly ReactNode[]
  /** Buttons, of what counts alone. */
  actions?: ReactNode
}

const stands = ({ struck }: Entry) => struck === null

/** A part of a patient's record that is a list of entries: those that count, and on demand the others. */
export function EntrySection<Row extends Entry>({
  title,
  things,
  icon,
  query,
  counts = stands,
  others = 'struck through',
  say,
  record,
  buttons,
  empty,
}: {
  title: string
  /** 'allergies', as a sentence goes on with it. */
  things: string
  icon: ReactNode
  query: UseQueryResult<readonly Row[]>
  counts?: (entry: Row) => boolean
  /** What those are that don't count: 'Show struck through (2)'. */
  others?: string
  say: (entry: Row) => EntryWords
  /** The button that records another, for those who may. */
  record: { label: string; onClick: () => void } | false
  /** Further buttons in the head. */
  buttons?: ReactNode
  empty: { title: string; words: string }
}) {
  const [isAll, setIsAll] = useState(false)
  const entries = query.data ?? []
  const current = entries.filter(counts)
  const rest = entries.filter((entry) => !counts(entry))
  const shown = isAll ? [...current, ...rest] : current
  const recordButton = record && (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={record.onClick}
    >
      {record.label}
    </Button>
  )
  return (
    <Section
      title={title}
      flush
      action={
        <div className={classes.buttons}>
          {rest.length > 0 && (
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden="true" />}
              onClick={() => setIsAll(!isAll)}
            >
              {isAll ? `Hide ${others}` : `Show ${others} (${rest.length})`}
            </Button>
          )}
          {buttons}
          {current.length > 0 && recordButton}
        </div>
      }
    >
      {query.isLoadingError ? (
        <ErrorState
          title={`The ${things} could not be loaded`}
          error={query.error}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      ) : !query.data ? (
        <div className={classes.loading} role="status" aria-label={`Loading the ${things}`}>
          <Skeleton h="100%" />
        </div>
      ) : (
        <>
          {current.length === 0 && (
            <EmptyState compact title={empty.title} icon={icon} action={recordButton}>
              {empty.words}
            </EmptyState>
          )}
          {shown.length > 0 && (
            <ul className={classes.lines} aria-label={title}>
              {shown.map((entry) => (
                <Line key={entry.id} entry={entry} words={say(entry)} doesCount={counts(entry)} />
              ))}
            </ul>
          )}
        </>
      )}
    </Section>
  )
}

function Line({
  entry: { recordedAt, recordedBy, struck },
  words: { what, marks, details, actions },
  doesCount,
}: {
  entry: Entry
  words: EntryWords
  doesCount: boolean
}) {
  const { timeZone } = useSite()
  return (
    <li>
      <div className={classes.words}>
        <div className={classes.what}>
          <span className={struck ? classes.struck : classes.name}>{what}</span>
          {!struck && marks}
        </div>
        {details?.map(
          (detail, place) =>
            detail && (
              // oxlint-disable-next-line react/no-array-index-key -- lines of one entry keep their order
              <div key={place} className={classes.detail}>
                {detail}
              </div>
            ),
        )}
        <div className={classes.trace}>
          {struck ? (
            <StruckWords struck={struck} />
          ) : (
            <>
              <bdi>{recordedBy}</bdi>, {formatMoment(recordedAt, timeZone)}
            </>
          )}
        </div>
      </div>
      {doesCount && actions && <div className={classes.buttons}>{actions}</div>}
    </li>
  )
}

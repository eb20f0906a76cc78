import { Button, Skeleton } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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

/** What doesn't count, shown on demand. */
interface Rest<Row> {
  /** 'struck through', as a button goes on with it: 'Show struck through'. */
  words: string
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  /** What is said where there turn out to be none. */
  none?: string
  isShown: boolean
  onShown: (isShown: boolean) => void
}

/** A part of a patient's record that is a list of entries: those that count, and on demand the others. */
export function EntrySection<Row extends Entry>({
  title,
  things,
  icon,
  query,
  current,
  rest,
  say,
  record,
  buttons,
  empty,
}: {
  title: string
  /** 'allergies', as a sentence goes on with it. */
  things: string
  icon: ReactNode
  query: Pick<UseQueryResult, 'isLoadingError' | 'error' | 'refetch' | 'isFetching'>
  /** Those that count; undefined until they are loaded. */
  current: readonly Row[] | undefined
  rest: Rest<Row>
  say: (entry: Row) => EntryWords
  /** The button that records another, for those who may. */
  record: { label: string; onClick: () => void } | false
  /** Further buttons in the head. */
  buttons?: ReactNode
  empty: { title: string; words: string }
}) {
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
  const hasRest = rest.rows === undefined || rest.rows.length > 0 || rest.none !== undefined
  const lines = (rows: readonly Row[], label: string, doCount: boolean) =>
    rows.length > 0 && (
      <ul className={classes.lines} aria-label={label}>
        {rows.map((entry) => (
          <Line key={entry.id} entry={entry} words={say(entry)} doesCount={doCount} />
        ))}
      </ul>
    )
  return (
    <Section
      title={title}
      flush
      action={
        current && (
          <div className={classes.buttons}>
            {hasRest && (
              <Button
                size="compact-md"
                variant="default"
                leftSection={<IconHistory size={16} aria-hidden="true" />}
                onClick={() => rest.onShown(!rest.isShown)}
              >
                {rest.isShown ? `Hide ${rest.words}` : `Show ${rest.words}`}
              </Button>
            )}
            {buttons}
            {current.length > 0 && recordButton}
          </div>
        )
      }
    >
      {query.isLoadingError ? (
        <ErrorState
          title={`The ${things} could not be loaded`}
          error={query.error}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      ) : !current ? (
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
          {lines(current, title, true)}
          {rest.isShown && rest.rows && lines(rest.rows, `${title}: ${rest.words}`, false)}
          {rest.isShown && rest.rows?.length === 0 && <p className={classes.none}>{rest.none}</p>}
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

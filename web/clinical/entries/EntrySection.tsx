import { Button, Skeleton } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { MoreButton } from '../../ground/records/list/MoreButton.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import classes from './EntrySection.module.css'
import { EntryText, type EntryTrace, type EntryWords } from './EntryText.tsx'

interface Entry extends EntryTrace {
  id: string
}

/** Entries that no longer count, shown on demand and loaded page by page. */
interface Rest<Row> {
  /** 'past problems', as a button goes on with it: 'Show past problems'. */
  words: string
  /** The words for an empty list. */
  none: string
  query: UseInfiniteQueryResult<InfiniteData<{ items: readonly Row[] }>>
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
  /** Entries that count; undefined until they are loaded. */
  current: readonly Row[] | undefined
  rest: Rest<Row>
  say: (entry: Row) => EntryWords
  /** The button that records another, for those who may. */
  record: { label: string; onClick: () => void } | false
  /** Further buttons in the head. */
  buttons?: ReactNode
  /** 'No active problems' */
  empty: string
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
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden="true" />}
              onClick={() => rest.onShown(!rest.isShown)}
            >
              {rest.isShown ? `Hide ${rest.words}` : `Show ${rest.words}`}
            </Button>
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
          {current.length === 0 && <EmptyState compact title={empty} icon={icon} action={recordButton} />}
          {lines(current, title, true)}
          {rest.isShown && (
            <Loaded
              query={rest.query}
              failed={`The ${rest.words} could not be loaded`}
              loading={
                <div className={classes.loading} role="status" aria-label={`Loading the ${rest.words}`}>
                  <Skeleton h="100%" />
                </div>
              }
            >
              {({ pages }) => {
                const rows = pages.flatMap(({ items }) => items)
                return (
                  <>
                    {lines(rows, `${title}: ${rest.words}`, false)}
                    {rows.length === 0 && <p className={classes.none}>{rest.none}</p>}
                    <MoreButton query={rest.query} />
                  </>
                )
              }}
            </Loaded>
          )}
        </>
      )}
    </Section>
  )
}

function Line({ entry, words, doesCount }: { entry: Entry; words: EntryWords; doesCount: boolean }) {
  return (
    <li>
      <EntryText words={words} trace={entry} />
      {doesCount && words.actions && <div className={classes.buttons}>{words.actions}</div>}
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  type DuplicateList,
  type DuplicatePair,
  type DuplicateSummary,
  largestBlock,
} from '../../../../contract/people/duplicates/duplicates.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { useListAddress } from '../../../ground/records/list/list-address.ts'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { ShortList } from '../../../ground/records/list/ShortList.tsx'
import { focusContent } from '../../../ground/ui/focus.ts'
import { countOf } from '../../../ground/ui/format.ts'
import { late } from '../../../ground/ui/lazy-component.tsx'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import { Pager } from '../../../ground/ui/list/Pager.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { DuplicateCard, pairName } from './DuplicateCard.tsx'
import classes from './Duplicates.module.css'
import { pairsIn, usePairKeys } from './keys.ts'
import { duplicatesQuery, pairsPerPage, useDuplicateActions } from './queries.ts'
import { countWords, duplicateSummaryQuery } from './summary-query.ts'

const NoteForm = late(() => import('./NoteForm.tsx'), 'NoteForm')

const route = getRouteApi('/signed-in/shell/duplicates')

const titles: Record<DuplicateList, string> = {
  probable: 'Probable',
  possible: 'Possible',
  decided: 'Not Duplicates',
}
const lists = ['probable', 'possible', 'decided'] as const

/** Pairs of records that may be of one patient, side by side, the likeliest first. */
export function DuplicatesPage() {
  const {
    search: { band = 'probable', page = 1 },
    show,
  } = useListAddress(route.useSearch(), route.useNavigate(), ['band'])
  const { data: summary } = useQuery(duplicateSummaryQuery)
  const query = useQuery(duplicatesQuery({ band, page }))
  const list = usePageRows(query, 'The possible duplicates could not be loaded', {
    page,
    pageSize: pairsPerPage,
    show,
  })
  return (
    <>
      <PageHeader
        title="Possible Duplicates"
        context={
          summary?.isComparing
            ? 'Records are still being compared'
            : 'Pairs of records that may be of one patient'
        }
        back={<AnchorLink to="/patients">Patients</AnchorLink>}
      />
      <div className={classes.bar}>
        <ChoiceBar
          label="Likelihood"
          value={band}
          onChange={(chosen) => show({ band: chosen === 'probable' ? undefined : chosen })}
          choices={lists.map((value) => ({
            value,
            label: titles[value],
            figure: summary ? countWords(summary[value]) : '–',
          }))}
        />
        {band !== 'decided' && <span className={classes.keys}>↑ ↓ to move, N not duplicates, S later</span>}
      </div>
      <ShortList list={list} loading="Loading the pairs…" empty={<Empty band={band} />}>
        {(rows) => <Pairs key={`${band} ${page}`} rows={rows} />}
      </ShortList>
      {list.place && !list.failure && list.place.total > 0 && <Pager {...list.place} things="pairs" />}
      {list.rows && <Skipped summary={summary} />}
    </>
  )
}

const blockWords: Record<DuplicateSummary['skipped'][number]['kind'], string> = {
  phone: 'phone',
  birth: 'date of birth and name',
  names: 'name',
  identifier: 'identifier',
}

/** The groups that are too large to be compared. */
function Skipped({ summary }: { summary: DuplicateSummary | undefined }) {
  if (!summary || summary.skipped.length === 0) return null
  const groups = summary.skipped.map(
    ({ kind, groups: count }) => `${countOf(count, 'group')} with one ${blockWords[kind]}`,
  )
  return (
    <p className={classes.said}>
      Groups of more than {largestBlock} patients are not compared by what they share: {groups.join(', ')}.
    </p>
  )
}

function Empty({ band }: { band: DuplicateList }) {
  if (band === 'decided')
    return (
      <EmptyState title="No pair was decided yet">
        Pairs that somebody marked as not duplicates appear here, to be taken back.
      </EmptyState>
    )
  return (
    <EmptyState title={`No ${band} duplicates`}>
      Records that may be of one patient appear here within minutes of an edit.
    </EmptyState>
  )
}

function Pairs({ rows }: { rows: readonly DuplicatePair[] }) {
  const list = useRef<HTMLUListElement>(null)
  const { decide, takeBack } = useDuplicateActions()
  const [later, setLater] = useState<readonly string[]>([])
  const [noting, setNoting] = useState<string>()
  const pairs = rows.toSorted((one, other) => later.indexOf(one.id) - later.indexOf(other.id))

  function goOn(place: number) {
    const entries = pairsIn(list.current)
    const next = entries[Math.min(place, entries.length - 1)]
    if (next) next.focus()
    else focusContent()
  }

  // The focus goes on to the pair that takes the place of one that leaves.
  const focused = useRef<{ id: string; place: number }>(undefined)
  useEffect(() => {
    const { current: last } = focused
    if (!last || pairs.some(({ id }, place) => id === last.id && place === last.place)) return
    focused.current = undefined
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || later.includes(last.id)) goOn(last.place)
  })

  function leave(pair: DuplicatePair) {
    focused.current = { id: pair.id, place: pairs.indexOf(pair) }
  }

  function decided(pair: DuplicatePair) {
    toast.success('Marked as not duplicates', {
      actions: [{ label: 'Take back', onClick: () => back(pair) }],
    })
  }

  function back(pair: DuplicatePair) {
    takeBack.mutate(pair, {
      onSuccess: () => toast.success('Taken back. The pair is in the list again'),
      onError: (error) => toast.error(error.message),
    })
  }

  function notDuplicates(pair: DuplicatePair | undefined) {
    if (!pair || pair.decision || decide.isPending) return
    leave(pair)
    decide.mutate(
      { pair },
      { onSuccess: () => decided(pair), onError: (error) => toast.error(error.message) },
    )
  }

  function putOff(pair: DuplicatePair | undefined) {
    if (!pair || pair.decision) return
    leave(pair)
    setLater((before) => [...before.filter((id) => id !== pair.id), pair.id])
  }

  usePairKeys(list, {
    onDecide: (place) => notDuplicates(pairs[place]),
    onLater: (place) => putOff(pairs[place]),
  })

  return (
    <>
      <ul ref={list} className={classes.pairs}>
        {pairs.map((pair) => (
          <li key={pair.id} data-pair tabIndex={-1} aria-label={pairName(pair)} className={classes.pair}>
            <DuplicateCard
              pair={pair}
              busy={
                (decide.isPending && decide.variables.pair.id === pair.id) ||
                (takeBack.isPending && takeBack.variables.id === pair.id)
              }
              onDecide={() => notDuplicates(pair)}
              onNote={() => setNoting(pair.id)}
              onLater={() => putOff(pair)}
              onTakeBack={() => {
                leave(pair)
                back(pair)
              }}
              note={
                noting === pair.id && (
                  <NoteForm
                    pair={pair}
                    onClose={() => {
                      setNoting(undefined)
                      goOn(pairs.indexOf(pair))
                    }}
                    onDecided={() => {
                      setNoting(undefined)
                      decided(pair)
                    }}
                  />
                )
              }
            />
          </li>
        ))}
      </ul>
      <NoteForm.Ahead />
    </>
  )
}

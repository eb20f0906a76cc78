import { Button, Group } from '@mantine/core'
import { IconBed, IconHistory, IconPlus, IconPrinter } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { type Bed } from '../../../contract/wards/beds.ts'
import { occupancyOf } from '../../../contract/wards/wards.ts'
import { useAwaitsScores } from '../../clinical/vitals/public.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { NoMatch } from '../../ground/records/list/NoMatch.tsx'
import { useSteady } from '../../ground/records/steady.ts'
import { useMay, useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import { useArrows } from '../../ground/ui/list/arrows.ts'
import { ChoiceBar } from '../../ground/ui/list/ChoiceBar.tsx'
import { DensitySwitch } from '../../ground/ui/list/DensitySwitch.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { usePhone } from '../../ground/ui/use-phone.ts'
import { useAbilities } from './abilities.ts'
import { BedHandlersContext } from './board/BedActions.tsx'
import { BedCard } from './board/BedCard.tsx'
import { BedFigures } from './board/BedFigures.tsx'
import { BedFilters, BoardTitle } from './board/BedFilters.tsx'
import type { OpenMenu } from './board/BedMenu.tsx'
import classes from './board/Beds.module.css'
import { BedTable } from './board/BedTable.tsx'
import { type BedAct, type BedsSearch, noFilters } from './board/beds-search.ts'
import { useChangeWords } from './board/changes.ts'
import { filterBeds } from './board/shown-beds.ts'
import { useShownSearch } from './board/shown-search.ts'
import { occupiedWords, WardGrid, WardGridLoading } from './board/WardGrid.tsx'
import { useBedsOf } from './queries.ts'
import { useRelease } from './release.ts'
import { PrintedWardList } from './round/ward-list.ts'
import { useOpenPlace, useRuleBefore } from './units.ts'

const BedMenu = late(() => import('./board/BedMenu.tsx'), 'BedMenu', {
  isOpen: ({ open }) => open !== undefined,
  close: ({ onClose }) => onClose(),
})
const BedDialog = late(() => import('./board/BedDialogs.tsx'), 'BedDialog', whileOpen)
const PastBoard = late(() => import('./history/PastBoard.tsx'), 'PastBoard', {
  StandIn: WardGridLoading,
  isOpen: () => true,
})
const PastMomentPicker = late(() => import('./history/PastMomentPicker.tsx'), 'PastMomentPicker', {
  StandIn: ({ onWanted }) => (
    <Button variant="default" leftSection={<IconHistory size={16} aria-hidden="true" />} onClick={onWanted}>
      Bed history
    </Button>
  ),
})

const views = [
  { value: 'overview', label: 'Overview' },
  { value: 'details', label: 'Details' },
] as const

const route = getRouteApi('/signed-in/shell/beds')

/** Every bed of the hospital, now or at a past moment. */
export function Beds() {
  const addressed = route.useSearch()
  const mayDo = useMay()
  const isPhone = usePhone()

  const { shown, show: setSearch } = useShownSearch(addressed, route.useNavigate())
  const search = useOpenPlace(shown)
  const mayAdd = mayDo('bed.edit')
  const addBed = useMemo(
    () =>
      mayAdd && (
        <ButtonLink to="/beds/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
          Add New Bed
        </ButtonLink>
      ),
    [mayAdd],
  )
  const { at } = search
  const [isPrinting, setIsPrinting] = useState(false)
  const head = useMemo(
    () => (
      <ListHeader title="Bed Management" context="Manage hospital beds and patient assignments">
        <PastMomentPicker
          at={at}
          onAt={(chosen) => setSearch({ at: chosen, act: undefined, bed: undefined })}
        />
        {!isPhone && !at && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => setIsPrinting(true)}
          >
            Print Ward List
          </Button>
        )}
        {!isPhone && !at && addBed}
      </ListHeader>
    ),
    [at, isPhone, addBed, setSearch],
  )

  return (
    <div className={classes.page} data-board>
      {head}
      {at ? (
        <PastBoard at={at} search={search} onSearch={setSearch} />
      ) : (
        <BedsNow search={search} isPhone={isPhone} addBed={addBed} onSearch={setSearch} />
      )}
      {isPrinting && <PrintedWardList search={search} onDone={() => setIsPrinting(false)} />}
      {isPhone && !at && addBed && <div className={classes.thumb}>{addBed}</div>}
    </div>
  )
}

function BedsNow({
  search,
  isPhone,
  addBed,
  onSearch,
}: {
  search: BedsSearch
  isPhone: boolean
  addBed: ReactNode
  onSearch: (change: Partial<BedsSearch>) => void
}) {
  const { timeZone } = useSite()
  const today = useToday()
  const { search: text, ward, unit, status, doctor, leaving } = search
  const query = useSteady(useBedsOf(unit))
  const isAwaiting = useAwaitsScores()
  const beds = isAwaiting ? undefined : query.data
  const leavingBy = leaving && today
  const shown = useMemo(
    () => beds && filterBeds(beds, { search: text, ward, unit, status, doctor, leavingBy }),
    [beds, text, ward, unit, status, doctor, leavingBy],
  )
  const place = useMemo(() => (unit ? { ward, unit } : undefined), [ward, unit])
  const ruleBefore = useRuleBefore()
  const counts = useCallback(
    (beds: readonly Bed[]) => ruleBefore(beds[0]?.unitId, wardCounts(beds)),
    [ruleBefore],
  )
  const abilities = useAbilities()
  const words = useChangeWords(beds)
  const root = useRef<HTMLDivElement>(null)
  useArrows(root)
  const [menu, setMenu] = useState<OpenMenu>()
  const release = useRelease()

  const handlers = useMemo(
    () => ({
      open: (act: BedAct, bed: Bed) => onSearch({ act, bed: bed.id }),
      openMenu: (bed: Bed, button: HTMLElement) => setMenu({ bed, button }),
      release,
    }),
    [release, onSearch],
  )
  const card = useCallback(
    (bed: Bed) => <BedCard bed={bed} abilities={abilities} today={today} timeZone={timeZone} />,
    [abilities, today, timeZone],
  )

  /** A dialog returns the focus to the element that opened it; if that is gone, the bed gets it. */
  function closeDialog(bed: Bed) {
    onSearch({ act: undefined, bed: undefined, page: search.page })
    setTimeout(() => {
      const card = root.current?.querySelector<HTMLElement>(`[data-bed="${CSS.escape(bed.id)}"]`)
      // Only if the focus is not on the board already: at most on the screen or the ward around the card.
      if (card && document.activeElement?.contains(card)) card.focus()
    }, 250)
  }

  const isMissing = Boolean(query.error && !beds)
  const act = search.act && abilities.mayDo(search.act) ? search.act : undefined
  const actOn = useActedOn(act, search.bed, beds)
  const noMatch = useMemo(
    () => (
      <NoMatch title="No bed matches" onClear={() => onSearch(noFilters)}>
        Try another ward or status, or another part of the bed number or the patient’s name.
      </NoMatch>
    ),
    [onSearch],
  )
  const isBoard = !isPhone || search.view !== 'details'
  // The board comes first; the table follows in the next frame.
  const listed = useDeferredValue(shown)
  const listedBy = useDeferredValue(search)

  const overview = (
    <section className={classes.section}>
      {isMissing ? (
        <Section>
          <ErrorState
            title="The beds could not be loaded"
            error={query.error}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        </Section>
      ) : !beds || !shown ? (
        <WardGridLoading />
      ) : shown.length === 0 ? (
        <Section>{noMatch}</Section>
      ) : (
        <WardGrid beds={shown} all={beds} idOf={idOf} card={card} counts={counts} />
      )}
    </section>
  )
  // Below the board it waits for the beds, because the height of the board isn't known before.
  const details = !isMissing && (!isBoard || listed) && (
    <BedTable
      beds={listed}
      abilities={abilities}
      sort={listedBy.sort}
      direction={listedBy.direction}
      page={listedBy.page}
      today={today}
      timeZone={timeZone}
      empty={noMatch}
      onSearch={onSearch}
    />
  )

  return (
    <BedHandlersContext.Provider value={handlers}>
      <div ref={root}>
        {!isPhone && <BedFigures beds={beds} place={place} isMissing={isMissing} />}
        {beds?.length === 0 && !unit ? (
          <Section>
            <EmptyState
              title="No beds yet"
              icon={<IconBed size={32} stroke={1.5} />}
              action={
                addBed && (
                  <Group gap="xs" justify="center">
                    <ButtonLink to="/beds/new/several" variant="default">
                      Add Several Beds
                    </ButtonLink>
                    <ButtonLink to="/beds/new" variant="default">
                      Add New Bed
                    </ButtonLink>
                  </Group>
                )
              }
            >
              {addBed
                ? 'Add a ward’s beds at once, or a bed with its number and ward.'
                : 'Beds appear here once an administrator has added them.'}
            </EmptyState>
          </Section>
        ) : (
          <>
            <div className={classes.bar}>
              {isBoard && <BoardTitle count={shown?.length} />}
              {/* On a phone the statuses carry the figures: the first bed is on the first screen. */}
              <BedFilters
                search={search}
                beds={isPhone && !isMissing ? (beds ?? null) : undefined}
                onSearch={onSearch}
              >
                {isPhone && (
                  <ChoiceBar
                    label="View"
                    fill
                    choices={views}
                    value={search.view ?? 'overview'}
                    onChange={(view) => onSearch({ view: view === 'details' ? view : undefined })}
                  />
                )}
              </BedFilters>
              <DensitySwitch of="cards" className={classes.density} />
            </div>
            {isBoard && overview}
            {(!isPhone || !isBoard) && details}
          </>
        )}
        <div role="status" className="sr-only">
          {words}
        </div>
        <BedMenu
          open={menu}
          abilities={abilities}
          onClose={() => setMenu((now) => (now === menu ? undefined : now))}
          onChoose={handlers.open}
        />
        <BedDialog.Ahead />
        {act && actOn && (
          <OpenDialog
            key={`${act} ${actOn.id}`}
            act={act}
            bed={actOn}
            onOpen={handlers.open}
            onClose={() => closeDialog(actOn)}
          />
        )}
      </div>
    </BedHandlersContext.Provider>
  )
}

/** The bed of the open dialog; if a colleague deletes it meanwhile, the dialog stays and says so. */
function useActedOn(
  act: BedAct | undefined,
  id: string | undefined,
  beds: readonly Bed[] | undefined,
): Bed | undefined {
  const [opened, setOpened] = useState<{ act: BedAct; bed: Bed }>()
  const now = act && beds?.find((bed) => bed.id === id)
  const isOpen = opened !== undefined && opened.act === act && opened.bed.id === id
  if (!isOpen && (now || opened)) setOpened(act && now && { act, bed: now })
  return now ?? (isOpen ? opened.bed : undefined)
}

/**
 * Keeps the bed as it was when the dialog opened: somebody else's change must not turn it into another one. Who lies
 * there may have another name meanwhile.
 */
function OpenDialog({
  bed,
  ...dialog
}: {
  act: BedAct
  bed: Bed
  onOpen: (act: BedAct, bed: Bed) => void
  onClose: () => void
}) {
  const [opened] = useState(bed)
  const patient = bed.patientId === opened.patientId ? bed.patient : opened.patient
  return <BedDialog {...dialog} bed={{ ...opened, patient }} />
}

function idOf({ id }: Bed): string {
  return id
}

function wardCounts(beds: readonly Bed[]): string {
  const { occupied, total, available } = occupancyOf(beds)
  return `${occupiedWords(occupied, total)}, ${available} available`
}

import { Skeleton, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import type { Ward } from '../../../../contract/wards/wards.ts'
import { countOf, formatNumber } from '../../../ground/ui/format.ts'
import { useDensity } from '../../../ground/ui/list/density.ts'
import { usePhone } from '../../../ground/ui/use-phone.ts'
import { byUnit, type UnitBeds } from '../by-unit.ts'
import classes from './WardGrid.module.css'

/** More beds than this are drawn only where one looks: all of 1,000 would take longer than a frame. */
const drawnAtOnce = 72
/** In rem, as in `.wards .beds`. */
const narrowestCard = 13.25
const gap = 6
/** About as high as they are, in rem: each line that is drawn is measured. */
const headHeight = 1.75
const cardHeight = 6.75
/** The height of cards on touch screens, whose buttons are higher. */
const phoneCardHeight = 10

interface GridProps<One> {
  beds: readonly One[]
  /** All beds, including those that are filtered away: a ward's figures count them too. */
  all: readonly One[]
  idOf: (bed: One) => string
  /** Stable: a grid of 1,000 is not drawn again for it. */
  card: (bed: One) => ReactNode
  /** The words beside a ward's name: '3 of 5 occupied'. Stable too. */
  counts: (beds: readonly One[]) => string
}
type DrawnProps<One> = Omit<GridProps<One>, 'all' | 'counts'> & {
  byWard: readonly UnitBeds<One>[]
  countsOf: ReadonlyMap<string, string>
}
/** Beds by ward, each as a card. */
function Grid<One extends { ward: Ward; unitId: string; unitName: string }>(props: GridProps<One>) {
  const { beds, all, counts, ...drawn } = props
  const byWard = useMemo(() => byUnit(beds), [beds])
  const countsOf = useMemo(
    () => new Map(byUnit(all).map(({ id, beds: own }) => [id, counts(own)])),
    [all, counts],
  )
  const Drawn = beds.length > drawnAtOnce ? LongGrid : ShortGrid
  return <Drawn {...drawn} beds={beds} byWard={byWard} countsOf={countsOf} />
}

// `memo` forgets that the beds and what draws them are of one kind.
export const WardGrid = memo(Grid) as typeof Grid

/** A way to each ward, however many beds stand before it. */
function WardJump({
  wards: shown,
  onJump,
}: {
  wards: readonly Pick<UnitBeds<unknown>, 'id' | 'name'>[]
  onJump: (place: number) => void
}) {
  return (
    <nav className={classes.jump} aria-label="Jump to a ward">
      {shown.map(({ id, name }, place) => (
        <button key={id} type="button" onClick={() => onJump(place)}>
          {name}
        </button>
      ))}
    </nav>
  )
}

function ShortGrid<One>({ byWard, countsOf, idOf, card }: DrawnProps<One>) {
  const root = useRef<HTMLDivElement>(null)
  const [density] = useDensity()
  return (
    <>
      <WardJump
        wards={byWard}
        onJump={(place) => {
          const heading = root.current?.children[place]?.querySelector('h3')
          heading?.focus({ preventScroll: true })
          heading?.scrollIntoView()
        }}
      />
      <div ref={root} className={classes.wards} data-density={density}>
        {byWard.map(({ id, name, beds }) => (
          <ShortWard key={id} name={name} counts={countsOf.get(id) ?? ''}>
            {beds.map((bed) => (
              <li key={idOf(bed)}>{card(bed)}</li>
            ))}
          </ShortWard>
        ))}
      </div>
    </>
  )
}

function ShortWard({ name, counts, children }: { name: string; counts: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <WardHead name={name} id={id} counts={counts} />
      <ul className={classes.beds} data-place="board" data-grid>
        {children}
      </ul>
    </section>
  )
}

function WardHead({ name, id, counts }: { name: string; id?: string; counts: string }) {
  return (
    <div className={classes.head}>
      <Title order={3} id={id} tabIndex={-1} className={classes.ward}>
        {name}
      </Title>
      <span className={classes.counts}>{counts}</span>
    </div>
  )
}

interface Line<One> {
  key: string
  group: UnitBeds<One>
  /** The head of a ward has none. */
  beds?: readonly One[]
  /** How many beds of the ward stand before these. */
  before: number
  total: number
}

/** A grid that draws only the lines in sight, and keeps the heading of their ward on top. */
function LongGrid<One>({ beds, byWard, countsOf, idOf, card }: DrawnProps<One>) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: canvas, width } = useElementSize()
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)
  const columns = Math.max(1, Math.floor((width + gap) / (narrowestCard * rem + gap)))
  const { lines, heads } = useMemo(() => linesOf(byWard, columns), [byWard, columns])
  const stuck = useRef(0)
  const isPhone = usePhone()
  const [density] = useDensity()
  const lineHeight = (isPhone ? phoneCardHeight : cardHeight) * rem + gap
  // oxlint-disable-next-line react/incompatible-library -- its state is made to change while the object stays
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => (lines[place]?.beds ? lineHeight : headHeight * rem),
    getItemKey: (place) => lines[place]?.key ?? place,
    overscan: 1,
    rangeExtractor: (range) => {
      stuck.current = heads.findLast((head) => head <= range.startIndex) ?? 0
      return [...new Set([stuck.current, ...defaultRangeExtractor(range)])].sort((one, other) => one - other)
    },
  })

  return (
    <>
      <WardJump
        wards={byWard}
        onJump={(place) => {
          scroller.current?.scrollIntoView()
          scroller.current?.focus({ preventScroll: true })
          virtualizer.scrollToIndex(heads[place] ?? 0, { align: 'start' })
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls by End, as the browser would */}
      <section
        ref={scroller}
        className={classes.scroller}
        data-density={density}
        aria-label={`${countOf(beds.length, 'bed')} by ward`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        // Lines that were not drawn yet may be higher than expected: the browser would stop before the last ones.
        onKeyDown={(event) => {
          if (event.key !== 'End' || event.target !== event.currentTarget) return
          event.preventDefault()
          virtualizer.scrollToIndex(lines.length - 1, { align: 'end' })
        }}
      >
        <div ref={canvas} className={classes.canvas} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index]
            if (!line) return null
            const isStuck = index === stuck.current
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={isStuck ? `${classes.line} ${classes.stuck}` : classes.line}
                style={isStuck ? undefined : { transform: `translateY(${start}px)` }}
              >
                {line.beds ? (
                  <ul
                    className={classes.beds}
                    data-place="board"
                    data-grid
                    style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
                  >
                    {line.beds.map((bed, place) => (
                      <li key={idOf(bed)} aria-setsize={line.total} aria-posinset={line.before + place + 1}>
                        {card(bed)}
                      </li>
                    ))}
                  </ul>
                ) : (
                  <WardHead name={line.group.name} counts={countsOf.get(line.group.id) ?? ''} />
                )}
              </div>
            )
          })}
        </div>
      </section>
    </>
  )
}

function linesOf<One>(byWard: DrawnProps<One>['byWard'], columns: number) {
  const lines: Line<One>[] = []
  const heads: number[] = []
  for (const group of byWard) {
    const { id, beds } = group
    heads.push(lines.length)
    lines.push({ key: id, group, before: 0, total: beds.length })
    for (let before = 0; before < beds.length; before += columns) {
      lines.push({
        key: `${id} ${before}`,
        group,
        beds: beds.slice(before, before + columns),
        before,
        total: beds.length,
      })
    }
  }
  return { lines, heads }
}

/** As high as a small hospital's wards, so that nothing jumps when they come. */
export function WardGridLoading() {
  return (
    <>
      <div className={classes.jump} />
      <div className={classes.wards} role="status" aria-label="Loading the beds">
        {[10, 5, 4, 4].map((count, ward) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never change
          <div key={ward}>
            <div className={classes.head}>
              <Skeleton h={16} w={120} my={3} />
            </div>
            <div className={classes.beds}>
              {Array.from({ length: count }, (_, bed) => (
                <Skeleton key={bed} className={classes.skeleton} radius="md" />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  )
}

/** '3 of 5 occupied, 60%' */
export function occupiedWords(occupied: number, total: number): string {
  const percent = total === 0 ? 0 : Math.round((occupied / total) * 100)
  return `${formatNumber(occupied)} of ${formatNumber(total)} occupied, ${percent}%`
}

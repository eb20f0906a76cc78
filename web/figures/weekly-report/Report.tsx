import type { ReplyOf } from '../../../contract/api/endpoint.ts'
import {
  type analyzeStays,
  type analyzeVisits,
  type listAlertsRaised,
  occupancyOf,
  type Period,
} from '../../../contract/figures/analytics.ts'
import type { analyzeClinics } from '../../../contract/figures/clinics.ts'
import type { analyzeStore } from '../../../contract/figures/store.ts'
import { wardNames } from '../../../contract/wards/wards.ts'
import { Bars } from '../../ground/charts/Bars.tsx'
import { AnchorLink } from '../../ground/links/links.tsx'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { countOf, formatDay, formatNumber, formatWeekday } from '../../ground/ui/format.ts'
import { type PrintColumn, PrintTable } from '../../ground/ui/print/PrintTable.tsx'
import { alertLooks, useMoney } from '../../store/items/words.ts'
import { appointmentsOf, boardOf, movementsOf, type Outcome } from '../analytics/lists.ts'
import {
  comparedAmounts,
  comparedCounts,
  comparedShares,
  comparedTimes,
  lasting,
  occupancyWords,
  unit,
} from '../analytics/words.ts'
import { ClinicFigures } from './ClinicFigures.tsx'
import { Figure } from './Figure.tsx'
import classes from './WeeklyReport.module.css'

type Visits = ReplyOf<typeof analyzeVisits>
type Stays = ReplyOf<typeof analyzeStays>
type Store = ReplyOf<typeof analyzeStore>
type Alerts = ReplyOf<typeof listAlertsRaised>
type Day = Visits['days'][number] & Stays['days'][number]

const before = 'the week before'
const share = (figures: Parameters<typeof occupancyWords>[0]) => occupancyWords(figures, 'No beds')
const seen = [{ key: 'seen', label: 'Seen', look: 'solid' }] as const
const full = [{ key: 'full', label: 'Occupancy (%)', look: 'solid' }] as const
/** Pixels of a chart on paper: two stand side by side. */
const paper = { width: 330, height: 92 }
const heightOnScreen = 130
/** More than these are counted, not named: the report is one sheet. */
const namedAlerts = 4

/** The content of the report, on the screen and on paper. */
export function Report({
  week,
  visits,
  stays,
  clinics,
  store,
  alerts,
  isOnPaper,
}: {
  week: Period
  visits: Visits
  stays: Stays
  /** Undefined where no doctor keeps hours. */
  clinics: ReplyOf<typeof analyzeClinics> | undefined
  /** Both undefined for roles that may not see the store. */
  store: Store | undefined
  alerts: Alerts | undefined
  isOnPaper: boolean
}) {
  const today = useToday()
  const days = visits.days.map((day, index) => ({ ...day, ...stays.days[index] }) as Day)
  return (
    <div className={classes.report}>
      <dl className={classes.figures}>
        <Figure label="Booked" figure={formatNumber(visits.total.booked)}>
          {comparedCounts(visits.total.booked, visits.before.booked, before)}
        </Figure>
        <Figure label="Seen" figure={formatNumber(visits.total.seen)}>
          {comparedCounts(visits.total.seen, visits.before.seen, before)}
        </Figure>
        <Figure label="Median Wait" figure={lasting(visits.total.waiting, unit.minute)}>
          {comparedTimes({ total: visits.total.waiting, before: visits.before.waiting }, before, unit.minute)}
        </Figure>
        <Figure label="Admissions" figure={formatNumber(stays.total.admissions)}>
          {comparedCounts(stays.total.admissions, stays.before.admissions, before)}
        </Figure>
        <Figure label="Discharges" figure={formatNumber(stays.total.discharges)}>
          {comparedCounts(stays.total.discharges, stays.before.discharges, before)}
        </Figure>
        <Figure label="Occupancy" figure={share(stays.total)}>
          {comparedShares(occupancyOf(stays.total), occupancyOf(stays.before), before)}
        </Figure>
        {/* The sheet of paper has no room for them beside a long name and a logo. */}
        {clinics && !isOnPaper && <ClinicFigures week={week} clinics={clinics} />}
      </dl>
      <div className={classes.charts}>
        <Chart
          title="Patients seen"
          paperHeight={isOnPaper ? paper.height : undefined}
          series={seen}
          days={days}
          of={(day) => day.seen}
        />
        <Chart
          title="Occupancy (%)"
          paperHeight={isOnPaper ? paper.height : undefined}
          series={full}
          days={days}
          of={occupancyOf}
        />
      </div>
      <div className={classes.scroll}>
        <PrintTable columns={dayColumns(today)} rows={days} rowKey={({ day }) => day} />
      </div>
      <div className={classes.scroll}>
        <PrintTable columns={wardColumns(week)} rows={stays.wards} rowKey={({ ward }) => ward} />
      </div>
      {store && alerts && (
        <section className={classes.store}>
          <StockUsed week={week} store={store} />
          <AlertsRaised alerts={alerts} />
        </section>
      )}
    </div>
  )
}

function Chart({
  title,
  paperHeight,
  series,
  days,
  of,
}: {
  title: string
  paperHeight: number | undefined
  series: typeof seen | typeof full
  days: readonly Day[]
  of: (day: Day) => number | null
}) {
  const [{ key }] = series
  return (
    <figure className={classes.chart}>
      <figcaption>{title}</figcaption>
      <Bars
        label={`${title} on each day of the week, which the table below tells.`}
        height={paperHeight ?? heightOnScreen}
        {...(paperHeight && { fixedWidth: paper.width })}
        series={series}
        groups={days.map((day) => ({
          key: day.day,
          label: formatWeekday(day.day).slice(0, 3),
          name: formatWeekday(day.day),
          values: { [key]: of(day) },
        }))}
        namesAll
        words={formatNumber}
        pointed={undefined}
        onPointed={() => {}}
      />
    </figure>
  )
}

function dayColumns(today: string): PrintColumn<Day>[] {
  const counted = (header: string, of: Outcome): PrintColumn<Day> => ({
    header,
    align: 'end',
    cell: ({ day, [of]: figure }) => (
      <AnchorLink to="/appointments" search={{ from: day, to: day, ...appointmentsOf[of] }}>
        {formatNumber(figure)}
      </AnchorLink>
    ),
  })
  return [
    { header: 'Day', whole: true, cell: ({ day }) => `${formatWeekday(day).slice(0, 3)}, ${formatDay(day)}` },
    counted('Booked', 'booked'),
    counted('Seen', 'seen'),
    counted('Cancelled', 'cancelled'),
    counted('Not attended', 'notAttended'),
    counted('Admitted from queue', 'admitted'),
    {
      header: 'Admissions',
      align: 'end',
      cell: ({ day, admissions }) => (
        <AnchorLink to="/admissions" search={{ from: day, to: day }}>
          {formatNumber(admissions)}
        </AnchorLink>
      ),
    },
    {
      header: 'Discharges',
      align: 'end',
      cell: ({ day, discharges }) => (
        <AnchorLink to="/admissions" search={{ from: day, to: day, of: 'discharges' }}>
          {formatNumber(discharges)}
        </AnchorLink>
      ),
    },
    {
      header: 'Occupancy',
      align: 'end',
      cell: (row) => (
        <AnchorLink to="/beds" search={boardOf(row.day, today)}>
          {row.day > today ? '–' : share(row)}
        </AnchorLink>
      ),
    },
  ]
}

function wardColumns(week: Period): PrintColumn<Stays['wards'][number]>[] {
  return [
    { header: 'Ward', whole: true, cell: ({ ward }) => wardNames[ward] },
    { header: 'Occupancy', align: 'end', cell: share },
    {
      header: 'Admissions',
      align: 'end',
      cell: ({ ward, admissions }) => (
        <AnchorLink to="/admissions" search={{ ...week, ward }}>
          {formatNumber(admissions)}
        </AnchorLink>
      ),
    },
    {
      header: 'Discharges',
      align: 'end',
      cell: ({ ward, discharges }) => (
        <AnchorLink to="/admissions" search={{ ...week, of: 'discharges', ward }}>
          {formatNumber(discharges)}
        </AnchorLink>
      ),
    },
    { header: 'Median stay', align: 'end', whole: true, cell: ({ stay }) => lasting(stay, unit.hour) },
    {
      header: 'Readmitted',
      align: 'end',
      cell: ({ ward, readmissions }) => (
        <AnchorLink to="/admissions" search={{ ...week, ward, readmissions: true }}>
          {formatNumber(readmissions)}
        </AnchorLink>
      ),
    },
  ]
}

function StockUsed({ week, store: { total, before: earlier } }: { week: Period; store: Store }) {
  const money = useMoney()
  return (
    <p>
      <strong>
        Stock used:{' '}
        <AnchorLink to="/inventory/movements" search={{ ...week, ...movementsOf.used }}>
          {money(total.used)}
        </AnchorLink>
      </strong>{' '}
      ({comparedAmounts(total.used, earlier.used, `in ${before}`)})
    </p>
  )
}

function AlertsRaised({ alerts: { raised, open, alerts } }: { alerts: Alerts }) {
  const more = raised - namedAlerts
  return (
    <>
      <h2>
        Stock alerts raised: {formatNumber(raised)}
        {raised > 0 && `, ${formatNumber(open)} still open`}
      </h2>
      {alerts.length > 0 && (
        <p>
          {alerts.slice(0, namedAlerts).map(({ id, kind, inventoryItemId, inventoryItemName }, index) => (
            <span key={id}>
              {index > 0 && '; '}
              <AnchorLink to="/inventory/$id" params={{ id: inventoryItemId }}>
                <bdi>{inventoryItemName}</bdi>
              </AnchorLink>{' '}
              ({alertLooks[kind].word.toLowerCase()})
            </span>
          ))}
          {more > 0 && `; and ${countOf(more, 'other')}`}
        </p>
      )}
    </>
  )
}

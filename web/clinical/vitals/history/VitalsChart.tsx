import { useState } from 'react'
import { aimedSaturation, deviation, monthsOn, usualRanges } from '../../../../contract/clinical/normal.ts'
import { type SignName, spokenReading, unitOf, writtenReading } from '../../../../contract/clinical/signs.ts'
import type { Units } from '../../../../contract/clinical/units/unit-choices.ts'
import type { VitalSigns } from '../../../../contract/clinical/vitals.ts'
import type { LinePoint, LineSeries, UsualRange } from '../../../ground/charts/data.ts'
import { LineChart } from '../../../ground/charts/LineChart.tsx'
import { useSite } from '../../../ground/sign-in/account.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { countOf, formatDay, formatMoment, formatTime, inZone } from '../../../ground/ui/format.ts'
import { useUnits } from '../units.ts'
import classes from '../Vitals.module.css'
import { ageWhen, deviationLooks, signLabels } from '../words.ts'

/** The charts: one for each number, and one for both numbers of a blood pressure. */
const charts = {
  temperature: ['temperature'],
  pulse: ['pulse'],
  respiratoryRate: ['respiratoryRate'],
  bloodPressure: ['systolic', 'diastolic'],
  oxygenSaturation: ['oxygenSaturation'],
  weight: ['weight'],
  height: ['height'],
  pain: ['pain'],
} as const satisfies Record<string, readonly SignName[]>
type ChartName = keyof typeof charts
const names = Object.keys(charts) as ChartName[]

const labelOf = (name: ChartName) => (name === 'bloodPressure' ? 'Blood Pressure' : signLabels[name])

/** How one sign went over the sets that are shown, before what is usual at that age; the table below has each reading. */
export function VitalsChart({ sets, dateOfBirth }: { sets: readonly VitalSigns[]; dateOfBirth: string }) {
  const { timeZone } = useSite()
  const units = useUnits()
  const [chosen, choose] = useState<ChartName>()
  const standing = sets.filter(({ struck }) => !struck).toReversed()
  const taken = names.filter((name) => standing.some((set) => set[charts[name][0]] !== null))
  const name = chosen && taken.includes(chosen) ? chosen : taken[0]
  if (!name) return null
  const drawn = charts[name]
  const series = drawn.map(
    (sign, index): LineSeries => ({
      key: sign,
      label: signLabels[sign],
      look: index === 0 ? 'line' : 'dashed',
      points: standing.flatMap((set) => {
        const value = set[sign]
        const { months } = ageWhen(set, dateOfBirth, timeZone)
        const { usesScale2, oxygen } = set
        const mark = value === null ? undefined : deviation(sign, value, { months, usesScale2, oxygen })
        return value === null
          ? []
          : [{ at: Date.parse(set.takenAt), value: Number(writtenReading(sign, value, units)), mark }]
      }),
    }),
  )
  const all = series.flatMap(({ points }) => points)
  const [first, last] = [standing[0], standing.at(-1)]
  // If the target saturation changed, or oxygen was given at times while it was 88–92 %, there is no one usual range.
  const saturated = standing.filter(({ oxygenSaturation }) => oxygenSaturation !== null)
  const aims = new Set(saturated.map(aimedSaturation))
  const ranges =
    first && last && !(name === 'oxygenSaturation' && aims.size > 1)
      ? drawn.flatMap((sign) =>
          rangesOf(sign, first, last, { dateOfBirth, timeZone, units, aim: saturated.at(-1) }),
        )
      : []
  const unit = unitOf(drawn[0], units)
  const isOneDay =
    first !== undefined &&
    last !== undefined &&
    inZone(first.takenAt, timeZone).day === inZone(last.takenAt, timeZone).day

  function wordsAt(at: number): string {
    const set = standing.find(({ takenAt }) => Date.parse(takenAt) === at)
    if (!set) return ''
    const said = series.flatMap(({ key, points }) => {
      const point = points.find((one) => one.at === at)
      if (!point) return []
      const sign = key as SignName
      const reading = spokenReading(sign, set[sign] ?? 0, units)
      const label = series.length > 1 ? `${signLabels[key as SignName]} ` : ''
      return [`${label}${reading}${point.mark ? `, ${deviationLooks[point.mark].word.toLowerCase()}` : ''}`]
    })
    return `${formatMoment(set.takenAt, timeZone)}: ${said.join('; ')}`
  }

  return (
    <div className={classes.chart}>
      <Choice
        label="Sign"
        className={classes.choice}
        data={taken.map((one) => ({ value: one, label: labelOf(one) }))}
        value={name}
        onChange={(value) => choose(names.find((one) => one === value))}
      />
      <LineChart
        name={`${labelOf(name)} over time`}
        about={aboutOf(all, unit, ranges.length > 0)}
        series={series}
        ranges={ranges}
        rangeWords={rangeWordsOf(ranges, unit)}
        pointedWords={wordsAt}
        momentWords={(at) => {
          const { day, time } = inZone(new Date(at), timeZone)
          return isOneDay ? formatTime(time) : formatDay(day).replace(/ \d{4}$/, '')
        }}
      />
    </div>
  )
}

/** The sign's usual ranges from the first set to the last: a child grows out of one range into the next. */
function rangesOf(
  sign: SignName,
  first: VitalSigns,
  last: VitalSigns,
  {
    dateOfBirth,
    timeZone,
    units,
    aim,
  }: { dateOfBirth: string; timeZone: string; units: Units; aim: VitalSigns | undefined },
): UsualRange[] {
  const written = (kept: number) => Number(writtenReading(sign, kept, units))
  const age = (set: VitalSigns) => monthsOn(inZone(set.takenAt, timeZone).day, dateOfBirth)
  return usualRanges(sign, [age(first), age(last)], aim).map(({ range: [low, high], from, until }) => ({
    series: sign,
    low: written(low),
    high: written(high),
    from: from === undefined ? undefined : bornPlus(dateOfBirth, from),
    until: until === undefined ? undefined : bornPlus(dateOfBirth, until),
  }))
}

/** The date when a child reaches an age in months. */
function bornPlus(dateOfBirth: string, months: number): number {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number)
  return Date.UTC(year, month - 1 + months, day)
}

function aboutOf(points: readonly LinePoint[], unit: string, hasUsual: boolean): string {
  const values = points.map(({ value }) => value)
  const outside = points.filter(({ mark }) => mark).length
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const count = countOf(values.length, 'reading')
  const span =
    least === most ? `${count} of ${least} ${unit}` : `${count} between ${least} and ${most} ${unit}`
  return hasUsual ? `${span}, ${outside === 0 ? 'none' : outside} outside the usual range.` : `${span}.`
}

/** 'Usual range 51–90 /min'; of a child the last one. */
function rangeWordsOf(ranges: readonly { series: string; low: number; high: number }[], unit: string) {
  const latest = [...new Map(ranges.map((range) => [range.series, range])).values()]
  if (latest.length === 0) return undefined
  return `Usual range ${latest.map(({ low, high }) => `${low}–${high}`).join(' and ')} ${unit}`
}

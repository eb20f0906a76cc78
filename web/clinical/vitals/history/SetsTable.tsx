import { Button } from '@mantine/core'
import { unitOf } from '../../../../contract/clinical/signs.ts'
import type { Units } from '../../../../contract/clinical/units/unit-choices.ts'
import type { VitalSigns } from '../../../../contract/clinical/vitals.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatDay, formatMoment, formatTime, inZone } from '../../../ground/ui/format.ts'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { StruckWords } from '../../entries/public.ts'
import { useUnits } from '../units.ts'
import { bandLooks } from '../warning/band-looks.ts'
import { ageWhen, recorderOf, scoreOf } from '../words.ts'
import { Figure, isTaken, labelOf, type Shown, shownSigns } from './Reading.tsx'
import classes from './SetsTable.module.css'
import { Trend } from './Trend.tsx'

/** Sets side by side as on a chart at the bed: a line a sign, the newest first; the line drawn beside the name runs to now. */
export function SetsTable({
  sets,
  dateOfBirth,
  isUpdating,
  mayStrike,
  onStrike,
}: {
  sets: readonly VitalSigns[]
  dateOfBirth: string
  isUpdating: boolean | undefined
  mayStrike: (set: VitalSigns) => boolean
  onStrike: (set: VitalSigns) => void
}) {
  const { timeZone } = useSite()
  const units = useUnits()
  const standing = sets.filter(({ struck }) => !struck)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section className={classes.box} tabIndex={0} aria-label="Vital signs over time">
      <table
        className={classes.table}
        aria-label="Vital signs, newest first"
        data-updating={isUpdating || undefined}
      >
        <thead>
          <tr>
            <th scope="col">Taken</th>
            {sets.map((set) => {
              const { day, time } = inZone(set.takenAt, timeZone)
              return (
                <th key={set.id} scope="col" data-struck={set.struck ? true : undefined}>
                  <span className={classes.day}>{formatDay(day)}</span>
                  <strong>{formatTime(time)}</strong>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">NEWS2</th>
            {sets.map((set) => (
              <td key={set.id}>
                <Score set={set} dateOfBirth={dateOfBirth} timeZone={timeZone} />
              </td>
            ))}
          </tr>
          {shownSigns.map((of) => (
            <tr key={of}>
              <th scope="row">
                <span className={classes.name}>
                  {labelOf(of)}
                  <span className={classes.unit}>{unitWords(of, units)}</span>
                </span>
                <Trend values={standing.map((set) => trendOf(of, set)).toReversed()} />
              </th>
              {sets.map((set) => (
                <td key={set.id} data-struck={set.struck ? true : undefined}>
                  {isTaken(of, set) && (
                    <Figure of={of} set={set} months={ageWhen(set, dateOfBirth, timeZone).months} />
                  )}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Recorded</th>
            {sets.map((set) => (
              <td key={set.id} className={classes.by} data-struck={set.struck ? true : undefined}>
                {set.struck ? <StruckWords struck={set.struck} /> : <bdi>{recorderOf(set)}</bdi>}
                {mayStrike(set) && !set.struck && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`Mark as entered in error: the vital signs of ${formatMoment(set.takenAt, timeZone)}`}
                    onClick={() => onStrike(set)}
                  >
                    Mark as entered in error
                  </Button>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Score({ set, dateOfBirth, timeZone }: { set: VitalSigns; dateOfBirth: string; timeZone: string }) {
  const scored = set.struck ? null : scoreOf(set, dateOfBirth, timeZone)
  if (!scored) return null
  return <StatusBadge look={{ word: `${scored.score} ${scored.band}`, ...bandLooks[scored.band] }} />
}

function unitWords(of: Shown, units: Units): string {
  if (of === 'consciousness') return 'ACVPU'
  return unitOf(of === 'bloodPressure' ? 'systolic' : of, units)
}

function trendOf(of: Shown, set: VitalSigns): number | null {
  if (of === 'consciousness') return null
  return set[of === 'bloodPressure' ? 'systolic' : of]
}

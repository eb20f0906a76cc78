import { missingForNews2 } from '../../../../contract/clinical/news2.ts'
import { latestWith, type VitalSigns } from '../../../../contract/clinical/vitals.ts'
import { adultFrom } from '../../../../contract/clinical/warnings/bands.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { usePassed } from '../../../ground/sign-in/hospital-clock.ts'
import { agoWords, formatMoment } from '../../../ground/ui/format.ts'
import { type Fact, Facts } from '../../../ground/ui/page/Facts.tsx'
import { News2 } from '../News2.tsx'
import classes from '../Vitals.module.css'
import { ageWhen, recorderOf } from '../words.ts'
import { labelOf, MassIndex, Reading, shownSigns } from './Reading.tsx'

/** The latest value of each sign, and the NEWS2 of the latest full set. A sign has its own time and author only if it is older. */
export function LatestVitals({ patient, sets }: { patient: Patient; sets: readonly VitalSigns[] }) {
  const { timeZone } = useSite()
  const { dateOfBirth } = patient
  const agesOf = (set: VitalSigns) => ageWhen(set, dateOfBirth, timeZone)
  const facts: Fact[] = shownSigns.map((of) => {
    const set = latestWith(sets, of === 'bloodPressure' ? 'systolic' : of)
    return {
      label: labelOf(of),
      value: set && (
        <>
          <Reading of={of} set={set} months={agesOf(set).months} />
          {set !== sets[0] && <When set={set} />}
        </>
      ),
    }
  })
  const [weighed, measured] = [latestWith(sets, 'weight'), latestWith(sets, 'height')]
  if (weighed?.weight && measured?.height) {
    const { months } = agesOf(weighed)
    facts.push({
      label: 'Body Mass Index',
      value: <MassIndex weight={weighed.weight} height={measured.height} months={months} />,
    })
  }
  return (
    <>
      {sets[0] && (
        <p className={classes.latest}>
          <When set={sets[0]} />
        </p>
      )}
      <Score sets={sets} agesOf={agesOf} />
      <Facts columns={3} isShort facts={facts} />
    </>
  )
}

/** The score of the latest full set; without one, what the latest lacks. */
function Score({
  sets,
  agesOf,
}: {
  sets: readonly VitalSigns[]
  agesOf: (set: VitalSigns) => { years: number }
}) {
  const [last] = sets
  const full = sets.find((set) => missingForNews2(set).length === 0)
  if (!last || agesOf(last).years < adultFrom) return null
  return (
    <div className={classes.score}>
      <News2 set={full ?? last} age={agesOf(full ?? last).years} />
      {full && full !== last && <When set={full} />}
    </div>
  )
}

/** How long ago the set was taken, and its recorder. */
function When({ set }: { set: VitalSigns }) {
  const { takenAt } = set
  const { timeZone } = useSite()
  const passed = usePassed(takenAt)
  return (
    <span className={classes.when}>
      <time dateTime={takenAt} title={formatMoment(takenAt, timeZone)}>
        {agoWords(passed)}
      </time>
      , <bdi>{recorderOf(set)}</bdi>
    </span>
  )
}

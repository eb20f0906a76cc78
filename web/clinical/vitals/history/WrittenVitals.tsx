import type { VitalSigns } from '../../../../contract/clinical/vitals.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import classes from '../Vitals.module.css'
import { ageWhen } from '../words.ts'
import { isTaken, labelOf, Reading, shownSigns } from './Reading.tsx'

/** A set as a line of a list says it: each sign that was taken by its name, marked where it is outside the usual. */
export function WrittenVitals({ set, dateOfBirth }: { set: VitalSigns; dateOfBirth: string }) {
  const { months } = ageWhen(set, dateOfBirth, useSite().timeZone)
  return (
    <span className={classes.written}>
      {shownSigns
        .filter((of) => isTaken(of, set))
        .map((of) => (
          <span key={of} className={classes.sign}>
            <span className={classes.quiet}>{labelOf(of)} </span>
            <Reading of={of} set={set} months={months} />
          </span>
        ))}
    </span>
  )
}

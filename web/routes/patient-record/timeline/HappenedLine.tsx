import type { TimelineEvent } from '../../../../contract/clinical/timeline.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { EntryText } from '../../../clinical/entries/public.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMomentTime } from '../../../ground/ui/format.ts'
import { eventWords } from './event-words.tsx'
import classes from './Timeline.module.css'

/** One event: when, what, and a link to its record. */
export function HappenedLine({ happened, patient }: { happened: TimelineEvent; patient: Patient }) {
  const { timeZone } = useSite()
  const { icon: Icon, title, words, whole, trace } = eventWords(happened, patient, timeZone)
  return (
    <li className={classes.line}>
      <time className={classes.time} dateTime={happened.at}>
        {formatMomentTime(happened.at, timeZone)}
      </time>
      <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden="true" />
      <div className={classes.what}>
        <h4>{title}</h4>
        {whole}
        {words && <EntryText words={words} trace={trace} />}
      </div>
    </li>
  )
}

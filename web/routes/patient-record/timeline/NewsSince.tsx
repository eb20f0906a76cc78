import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { ageWhen, isOutOfRange } from '../../../clinical/vitals/public.ts'
import { patientAppointmentsQuery } from '../../../front-desk/appointments/public.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatDay, inZone } from '../../../ground/ui/format.ts'
import { eventWords } from './event-words.tsx'
import { lastVisitEnd, newsIn, newsWords } from './news.ts'
import { happenedSinceQuery } from './queries.ts'
import classes from './Timeline.module.css'

/** News in the record since the last visit, in a line that opens. Its place is reserved while the news load. */
export function NewsSince({ patient, visit }: { patient: Patient; visit: Appointment }) {
  const appointments = useQuery(patientAppointmentsQuery(patient.id)).data?.items
  const since = appointments && lastVisitEnd(appointments, visit)
  return (
    <div className={classes.news}>
      {appointments && !since && <p>No earlier visit</p>}
      {since && <News patient={patient} visit={visit} since={since} />}
    </div>
  )
}

function News({ patient, visit, since }: { patient: Patient; visit: Appointment; since: string }) {
  const { timeZone } = useSite()
  const { data, isError } = useQuery(happenedSinceQuery(patient.id, since))
  const day = formatDay(inZone(since, timeZone).day)
  if (!data) return isError && <p>What is new since {day} could not be loaded</p>
  // The doctor's own entries of this visit are not news to them.
  const before = data.items.filter(({ at }) => !visit.startedAt || at < visit.startedAt)
  const news = newsIn(before, (set) => isOutOfRange(set, ageWhen(set, patient.dateOfBirth, timeZone).months))
  if (news.length === 0 && !data.nextCursor) return <p>Nothing new since {day}</p>
  return (
    <details>
      <summary>
        New since {day}: {newsWords(news) || 'see the timeline'}
      </summary>
      <ul>
        {news.map((one) => {
          const { title, words } = eventWords(one, patient, timeZone)
          return (
            <li key={one.id}>
              {formatDay(inZone(one.at, timeZone).day)}: {title.toLowerCase()}
              <div>
                {words?.what} {words?.marks}
              </div>
            </li>
          )
        })}
      </ul>
      <AnchorLink
        to="/patients/$id"
        params={{ id: patient.id }}
        search={{ tab: 'timeline' }}
        resetScroll={false}
      >
        Open the timeline
      </AnchorLink>
    </details>
  )
}

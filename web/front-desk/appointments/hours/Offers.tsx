import { useQuery } from '@tanstack/react-query'
import { nextFreeQuery } from '../../schedules/public.ts'
import { freeWords } from './NextFree.tsx'
import classes from './Times.module.css'
import { WaitLink } from './WaitLink.tsx'

const offered = 3

/** Buttons that book a doctor's next free times after a day. */
export function Offers({
  patientId,
  doctorId,
  day,
  onChoose,
  onOther,
}: {
  patientId: string
  doctorId: string
  day: string
  onChoose: (chosen: { date: string; time: string }) => void
  /** Another time is wanted. */
  onOther: () => void
}) {
  const { data, isError } = useQuery(nextFreeQuery({ doctorId, from: day, limit: offered }))
  return (
    <div>
      <div className={classes.times} role="group" aria-label="Book at once">
        <span className={classes.timesLabel}>Book at once</span>
        {data?.map(({ date, time, ...slot }) => (
          <button
            key={`${date} ${time}`}
            type="button"
            className={classes.timeButton}
            onClick={() => onChoose({ date, time })}
          >
            {freeWords({ date, time, ...slot })}
          </button>
        ))}
        {data?.length === 0 && (
          <>
            <span>You have no free time in the six months from then</span>
            <WaitLink of={{ patientId, doctorId, date: day }} />
          </>
        )}
        {isError && <span>Your free times could not be loaded</span>}
        <button type="button" className={classes.timeButton} onClick={onOther}>
          Other time…
        </button>
      </div>
    </div>
  )
}

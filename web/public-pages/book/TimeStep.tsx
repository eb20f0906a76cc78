import { useEffect, useState } from 'react'
import { listOnlineTimes } from '../../../contract/front-desk/online-bookings.ts'
import { type ClockStyle, spokenTime } from '../../../contract/spoken.ts'
import { api } from '../../ground/client/api.ts'
import { dayWords, Notice, refusalOf, Step } from './parts.tsx'

interface Times {
  days: { date: string; times: string[] }[]
  next: string | null
}

/** The free times of a clinic, some days at once. */
export function TimeStep({
  clinic,
  clockStyle,
  notice,
  onChosen,
  onBack,
}: {
  clinic: { id: string; name: string }
  clockStyle: ClockStyle
  /** Why the time that was chosen before is not held. */
  notice: string | undefined
  onChosen: (date: string, time: string) => void
  onBack: (() => void) | undefined
}) {
  const [shown, setShown] = useState<Times>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(true)
  /** The day from which the last question was, a new object for each. */
  const [asked, setAsked] = useState<{ from: string | undefined }>({ from: undefined })

  useEffect(() => {
    let isOver = false
    const { from } = asked
    api(listOnlineTimes, { params: { id: clinic.id }, query: from ? { from } : {} })
      .then(
        ({ days, next }) => {
          if (!isOver)
            setShown((before) => ({ days: [...(from ? (before?.days ?? []) : []), ...days], next }))
        },
        (error: unknown) => {
          if (!isOver) setFailure(refusalOf(error).whole)
        },
      )
      .finally(() => setIsBusy(false))
    return () => {
      isOver = true
    }
  }, [asked, clinic.id])

  function ask(from: string | undefined) {
    setIsBusy(true)
    setFailure(undefined)
    setAsked({ from })
  }

  return (
    <Step title="When would you like to come?">
      <p>{clinic.name}</p>
      <Notice text={notice} />
      {!shown && !failure && <p role="status">Loading the free times…</p>}
      {shown?.days.length === 0 && (
        <p role="status">
          {shown.next
            ? 'No time is free in these days. Look at later days.'
            : 'No time is free. Please phone us.'}
        </p>
      )}
      {shown?.days.map(({ date, times }, index) => (
        <details className="day" key={date} open={index === 0}>
          <summary>{dayWords(date)}</summary>
          <div className="times">
            {times.map((time) => (
              <button className="button plain" type="button" key={time} onClick={() => onChosen(date, time)}>
                {spokenTime(time, clockStyle)}
              </button>
            ))}
          </div>
        </details>
      ))}
      <Notice text={failure} />
      <div className="book-actions">
        {(failure || shown?.next) && (
          <button
            className="button plain"
            type="button"
            aria-disabled={isBusy}
            onClick={() => !isBusy && ask(failure ? asked.from : (shown?.next ?? undefined))}
          >
            {failure ? 'Try Again' : isBusy ? 'Loading…' : 'Later Days'}
          </button>
        )}
        {onBack && (
          <button className="button plain" type="button" onClick={onBack}>
            Another Clinic
          </button>
        )}
      </div>
    </Step>
  )
}

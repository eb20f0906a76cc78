import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSite } from '../../../ground/sign-in/account.ts'
import { hospitalNow, useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatTime, inZone } from '../../../ground/ui/format.ts'
import { dayQuery } from '../queries.ts'
import { freeTimes, takenTimes } from './free-times.ts'
import classes from './Times.module.css'

const suggested = 4
/** The first suggested time on a future day. */
const dayBegins = '09:00'
const isDay = /^\d{4}-\d\d-\d\d$/

/** A time, with what the chosen doctor already has that day and the next free quarter hours, one click each. */
export function TimeField({
  value,
  onChange,
  date,
  doctorId,
  isEmergency,
  movedId,
  error,
  ...input
}: {
  value: string
  onChange: (time: string) => void
  date: string
  doctorId: string
  /** Emergencies are squeezed in, so no time counts as taken. */
  isEmergency: boolean
  /** The appointment that is being moved; its own time counts as free. */
  movedId?: string
  id?: string
  label: string
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}) {
  const today = useToday()
  const { timeZone } = useSite()
  const asks = Boolean(doctorId) && isDay.test(date) && !isEmergency
  const day = useQuery({ ...dayQuery(date), enabled: asks })
  const taken = asks && day.data ? takenTimes(day.data, doctorId, movedId) : []
  const isTaken = taken.includes(value)
  const earliest = date === today ? inZone(new Date(hospitalNow()), timeZone).time : dayBegins
  const from = value && (isTaken || value > earliest) ? value : earliest
  const free = asks && day.data ? freeTimes(from, taken, suggested) : []
  return (
    <div>
      <TextInput
        {...input}
        type="time"
        withAsterisk
        aria-required
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error ?? (isTaken ? `${formatTime(value)} is taken. Choose another time.` : undefined)}
      />
      {free.length > 0 && (
        <div className={classes.times} role="group" aria-label="Next free">
          <span className={classes.timesLabel}>Next free</span>
          {free.map((time) => (
            <button
              key={time}
              type="button"
              className={classes.timeButton}
              aria-pressed={time === value}
              onClick={() => onChange(time)}
            >
              {formatTime(time)}
            </button>
          ))}
        </div>
      )}
      {taken.length > 0 && (
        <p className={classes.taken}>
          <span>Taken that day:</span> {taken.map(formatTime).join(', ')}
        </p>
      )}
    </div>
  )
}

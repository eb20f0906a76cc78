import { useEffect, useMemo, useRef } from 'react'
import type { Appointment } from '../../../contract/appointments.ts'
import { patientName } from '../../ui/format.ts'
import { appointmentLooks } from '../words.ts'

/** What changed since the day was last drawn. */
export interface Changes {
  /** The appointments whose cards came from elsewhere. */
  arrivals: ReadonlySet<string>
  /** What other people changed, for a screen reader. */
  words: string
}

const none: Changes = { arrivals: new Set(), words: '' }
const toldOneByOne = 2

/** Compares a day with how it was before. Another day, or the first reading of one, is no change. */
export function useChanges(
  appointments: readonly Appointment[] | undefined,
  day: string,
  staffId: string,
): Changes {
  const before = useRef<{ day: string; appointments: readonly Appointment[] } | undefined>(undefined)
  const changes = useMemo(() => {
    if (!appointments || before.current?.day !== day) return none
    return compare(before.current.appointments, appointments, staffId)
  }, [appointments, day, staffId])

  useEffect(() => {
    before.current = appointments && { day, appointments }
  }, [appointments, day])

  return changes
}

function compare(before: readonly Appointment[], now: readonly Appointment[], staffId: string): Changes {
  const statuses = new Map(before.map(({ id, status }) => [id, status]))
  const moved = now.filter(({ id, status }) => statuses.get(id) !== status)
  if (moved.length === 0) return none
  const byOthers = moved.filter(({ statusBy }) => statusBy !== staffId)
  return {
    arrivals: new Set(moved.map(({ id }) => id)),
    words:
      byOthers.length > toldOneByOne
        ? `${byOthers.length} appointments changed`
        : byOthers
            .map(
              ({ queueNumber, patient, status }) =>
                `Number ${queueNumber}, ${patientName(patient)}: ${appointmentLooks[status].word}`,
            )
            .join('. '),
  }
}

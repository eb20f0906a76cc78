import { useEffect, useMemo, useRef } from 'react'
import { type Appointment, appointmentTypeNames } from '../../../../contract/front-desk/appointments.ts'
import { calledWords } from '../../../../contract/front-desk/missed-calls.ts'
import { patientName } from '../../../ground/ui/format.ts'
import { appointmentLooks } from '../words.ts'

/** The changes since the day was last rendered. */
export interface Changes {
  /** The appointments whose cards came from elsewhere. */
  arrivals: ReadonlySet<string>
  /** Other people's changes, for a screen reader. */
  words: string
}

const none: Changes = { arrivals: new Set(), words: '' }
const toldOneByOne = 2

/** Compares a day with its previous state. Another day, or the first fetch of one, is no change. */
export function useChanges(
  appointments: readonly Appointment[] | undefined,
  day: string,
  staffId: string,
): Changes {
  const before = useRef<{ day: string; appointments: readonly Appointment[] } | undefined>(undefined)
  const changes = useMemo(() => {
    /* oxlint-disable react/refs -- only a commit tells which day was drawn last */
    if (!appointments || before.current?.day !== day) return none
    return compare(before.current.appointments, appointments, staffId)
    /* oxlint-enable react/refs */
  }, [appointments, day, staffId])

  useEffect(() => {
    before.current = appointments && { day, appointments }
  }, [appointments, day])

  return changes
}

function compare(before: readonly Appointment[], now: readonly Appointment[], staffId: string): Changes {
  const earlier = new Map(before.map((appointment) => [appointment.id, appointment]))
  const moved = now.filter(({ id, status }) => earlier.get(id)?.status !== status)
  const urgent = now.filter(
    ({ id, type }) => type === 'EMERGENCY' && (earlier.get(id)?.type ?? type) !== type,
  )
  const byOthers = [
    ...moved
      .filter(({ statusBy }) => statusBy !== staffId)
      .map((appointment) => `${numberOf(appointment)}: ${stateWords(appointment)}`),
    // The author of the change is not known here, so it is announced on the author's screen too.
    ...urgent.map((appointment) => `${numberOf(appointment)}: ${appointmentTypeNames.EMERGENCY}`),
  ]
  if (moved.length + urgent.length === 0) return none
  return {
    arrivals: new Set([...moved, ...urgent].map(({ id }) => id)),
    words: byOthers.length > toldOneByOne ? `${byOthers.length} appointments changed` : byOthers.join('. '),
  }
}

/** 'In queue, called once', 'Cancelled, admitted to A-101' */
function stateWords(appointment: Appointment): string {
  const { status, admittedTo } = appointment
  const called = status === 'IN_QUEUE' && calledWords(appointment)?.toLowerCase()
  const also = admittedTo ? `admitted to ${admittedTo}` : called
  return [appointmentLooks[status].word, also].filter(Boolean).join(', ')
}

const numberOf = ({ queueNumber, patient }: Appointment) => `Number ${queueNumber}, ${patientName(patient)}`

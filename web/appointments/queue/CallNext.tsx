import { Button } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { Appointment } from '../../../contract/appointments.ts'
import { patientName } from '../../ui/format.ts'
import { earlierDay } from '../words.ts'
import classes from './OpdQueue.module.css'

/** A held key or a second click must not call a second patient, in milliseconds. */
const pause = 1000

/** Calls the next patient in; says beforehand who that is, and why it can't when nobody waits. */
export function CallNext({
  next,
  today,
  loaded,
  onCall,
}: {
  next: Appointment | undefined
  today: string
  loaded: boolean
  onCall: (next: Appointment) => Promise<void>
}) {
  const reasonId = useId()
  const [busy, setBusy] = useState(false)
  const blockedUntil = useRef(0)
  const reason = next ? nextWords(next, today) : loaded ? 'No patients waiting' : 'Loading the queue'

  async function call() {
    if (!next || busy || Date.now() < blockedUntil.current) return
    setBusy(true)
    try {
      await onCall(next)
    } finally {
      blockedUntil.current = Date.now() + pause
      setBusy(false)
    }
  }

  return (
    <div className={classes.call}>
      <span id={reasonId} className={classes.callReason} data-quiet={Boolean(next) || !loaded || undefined}>
        {reason}
      </span>
      <Button
        title={next && reason}
        rightSection={
          next && (
            <span className={classes.callNumber} aria-hidden="true">
              {next.queueNumber}
            </span>
          )
        }
        leftSection={<IconSpeakerphone size={16} aria-hidden="true" />}
        data-disabled={!next || undefined}
        aria-disabled={!next}
        aria-busy={busy}
        aria-describedby={reasonId}
        onClick={call}
      >
        Call next
      </Button>
    </div>
  )
}

/** 'Number 12, RAO, Asha, emergency, since yesterday' */
function nextWords({ queueNumber, patient, type, date }: Appointment, today: string): string {
  const since = earlierDay(date, today)
  return [
    `Number ${queueNumber}, ${patientName(patient)}`,
    type === 'EMERGENCY' && 'emergency',
    since && `since ${since}`,
  ]
    .filter(Boolean)
    .join(', ')
}

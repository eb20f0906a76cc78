import { Button } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useId } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { patientName } from '../../../ground/ui/format.ts'
import { useOneCall } from '../board/one-call.ts'
import { earlierDay } from '../words.ts'
import classes from './OpdQueue.module.css'

/** Calls the next patient in; says beforehand who that is, and why it can't when nobody waits. */
export function CallNext({
  next,
  today,
  loaded,
  failed,
  onCall,
}: {
  next: Appointment | undefined
  today: string
  loaded: boolean
  /** Whether the last fetch failed. */
  failed: boolean
  onCall: (next: Appointment) => Promise<void>
}) {
  const reasonId = useId()
  const { running, run } = useOneCall<'call'>()
  const reason = next
    ? nextWords(next, today)
    : loaded
      ? 'No patients waiting'
      : failed
        ? 'The queue could not be loaded'
        : 'Loading the queue'

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
        data-disabled={!next}
        aria-disabled={!next}
        aria-busy={running !== undefined}
        aria-describedby={reasonId}
        onClick={() => next && run('call', () => onCall(next))}
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

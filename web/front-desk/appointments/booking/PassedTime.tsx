import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { passedBy } from '../../../../contract/front-desk/appointment-days.ts'
import { spokenMinutes } from '../../../../contract/spoken.ts'
import { ApiError } from '../../../ground/client/api.ts'
import { useWallClock } from '../../../ground/sign-in/hospital-clock.ts'
import { AttentionPanel } from '../../../ground/ui/page/AttentionPanel.tsx'

interface When {
  date: string
  time: string
}

/** Asks to confirm a past time after the server has held it back. A different past time is asked about again. */
export function usePassedTime() {
  const [asked, setAsked] = useState<When>()
  const meant = useRef<When>(undefined)
  return {
    asked,
    /** The fields that confirm a time that has passed. */
    evenIf: (when: When) => (isSame(meant.current, when) ? { evenIfPassed: true } : {}),
    /** Whether an error is this question. */
    holdsBack(error: Error, when: When): boolean {
      const isPassed = error instanceof ApiError && error.problem.code === 'time_has_passed'
      if (isPassed) setAsked({ date: when.date, time: when.time })
      return isPassed
    },
    mean: (when: When) => {
      meant.current = when
    },
  }
}

export function PassedTime({
  of: { asked, mean },
  when,
  notDone,
  label,
  busy,
  onMeant,
}: {
  of: ReturnType<typeof usePassedTime>
  /** The form's values. */
  when: When
  /** 'Not booked yet.' */
  notDone: string
  /** 'Book anyway' */
  label: string
  busy: boolean
  onMeant: () => void
}) {
  const now = useWallClock()
  const box = useRef<HTMLElement>(null)
  const isAsked = isSame(asked, when)
  useEffect(() => {
    // Each attempt that is held back moves the focus here.
    if (asked && isAsked) box.current?.focus()
  }, [asked, isAsked])

  if (!isAsked) return null
  const minutes = passedBy(when, now)
  return (
    <AttentionPanel
      ref={box}
      title={minutes === undefined ? 'That time has passed' : `That was ${spokenMinutes(minutes)} ago`}
      icon={<IconClockExclamation size={18} aria-hidden="true" />}
    >
      <p>{notDone} Choose another time, or confirm this one.</p>
      <Button
        variant="default"
        mt="sm"
        aria-busy={busy}
        onClick={() => {
          mean(when)
          onMeant()
        }}
      >
        {label}
      </Button>
    </AttentionPanel>
  )
}

function isSame(one: When | undefined, other: When): boolean {
  return one?.date === other.date && one.time === other.time
}

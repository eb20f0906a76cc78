import { IconClock } from '@tabler/icons-react'
import { memo, useLayoutEffect, useRef } from 'react'
import type { Bed } from '../../../contract/beds.ts'
import { ageOn, genderNames } from '../../../contract/patients.ts'
import { Allergies, RecordLink } from '../../patients/public.ts'
import { usePassed } from '../../session/hospital-clock.ts'
import { ageWords, formatDuration } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { LastScore } from '../../vitals/public.ts'
import type { Abilities } from '../abilities.ts'
import { ExpectedDischarge } from '../stays/ExpectedDischarge.tsx'
import { bedLooks, dayWords, departureOf, isOccupied, type OccupiedBed } from '../words.ts'
import { BedActions } from './BedActions.tsx'
import classes from './BedCard.module.css'

const motion = 140

/** One bed on the board. Drawn again only when the bed itself, the day or one's role has changed. */
export const BedCard = memo(function BedCard({
  bed,
  abilities,
  today,
  timeZone,
}: {
  bed: Bed
  abilities: Abilities
  today: string
  timeZone: string
}) {
  const card = useRef<HTMLElement>(null)
  const shownStatus = useRef(bed.status)
  const isOverdue = isOccupied(bed) && departureOf(bed.expectedDischargeDate, today).isOverdue

  // A bed that changes its state fades over, so that the eye finds it.
  useLayoutEffect(() => {
    if (shownStatus.current === bed.status) return
    shownStatus.current = bed.status
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    card.current?.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: motion, easing: 'ease-out' })
  }, [bed.status])

  return (
    <article
      ref={card}
      className={classes.card}
      tabIndex={-1}
      aria-label={`Bed ${bed.bedNumber}`}
      data-bed={bed.id}
      data-status={bed.status}
      data-overdue={isOverdue || undefined}
    >
      <div className={classes.head}>
        <strong className={classes.number}>{bed.bedNumber}</strong>
        <StatusBadge look={bedLooks[bed.status]} />
      </div>
      <div className={classes.facts}>
        {isOccupied(bed) ? (
          <Occupant bed={bed} today={today} timeZone={timeZone} />
        ) : bed.status === 'MAINTENANCE' ? (
          <>
            <span className={classes.reasonText}>{bed.notes ?? 'Not recorded'}</span>
            {bed.maintenanceSince && (
              <span className={classes.quiet}>
                <IconClock size={14} aria-hidden="true" />
                <RunningTime since={bed.maintenanceSince} />
              </span>
            )}
          </>
        ) : (
          bed.notes && <span className={classes.quietText}>{bed.notes}</span>
        )}
      </div>
      <div className={classes.actions}>
        <BedActions bed={bed} abilities={abilities} />
      </div>
    </article>
  )
})

function Occupant({ bed, today, timeZone }: { bed: OccupiedBed; today: string; timeZone: string }) {
  const { patient } = bed
  return (
    <>
      <RecordLink patient={patient} className={classes.patient} />
      <span className={classes.quietText}>
        <span className={classes.whole}>{patient.mrn}</span> · {ageWords(ageOn(today, patient.dateOfBirth))} ·{' '}
        {genderNames[patient.gender]} · {dayWords(bed.admissionDate, today, timeZone)}
      </span>
      <Allergies of={patient} isMark />
      <LastScore patient={patient} />
      <span className={classes.quiet}>
        <ExpectedDischarge expected={bed.expectedDischargeDate} today={today} />
      </span>
    </>
  )
}

/** How long something lasts already, counted on each minute: '3 h 5 min'. */
export function RunningTime({ since }: { since: string }) {
  return <>{formatDuration(usePassed(since))}</>
}

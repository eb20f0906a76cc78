import { IconCalendarEvent, IconClock } from '@tabler/icons-react'
import { memo, useLayoutEffect, useRef } from 'react'
import { ageWords } from '../../../../contract/people/birth/birth.ts'
import { genderNames } from '../../../../contract/people/patients.ts'
import type { Bed } from '../../../../contract/wards/beds.ts'
import { LastScore } from '../../../clinical/vitals/public.ts'
import { usePassed } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatDuration, patientName } from '../../../ground/ui/format.ts'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { Allergies, RecordLink } from '../../../people/patients/public.ts'
import type { Abilities } from '../abilities.ts'
import { ExpectedDischarge } from '../stays/ExpectedDischarge.tsx'
import { bedLooks, dayWords, departureOf, isLeaving, isOccupied, type OccupiedBed } from '../words.ts'
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
        <strong className={classes.number}>{bed.bedNumber}</strong>{' '}
        {isOccupied(bed) ? (
          <>
            <span className="sr-only">{bedLooks.OCCUPIED.word} </span>
            <AgeAndGender of={bed.patient} on={today} />
          </>
        ) : (
          <StatusBadge look={bedLooks[bed.status]} />
        )}
      </div>
      {isOccupied(bed) ? (
        <Occupant bed={bed} today={today} />
      ) : (
        <div className={classes.marks}>
          {bed.notes ? (
            <span className={classes.notes} title={bed.notes}>
              {bed.notes}
            </span>
          ) : (
            bed.status === 'MAINTENANCE' && <span className={classes.notes}>Not recorded</span>
          )}
        </div>
      )}
      <div className={classes.foot}>
        <div className={classes.about}>
          {isOccupied(bed) ? (
            <>
              <LastScore patient={bed.patient} isParted />
              <Stay bed={bed} today={today} timeZone={timeZone} />
            </>
          ) : (
            bed.status === 'MAINTENANCE' &&
            bed.maintenanceSince && (
              <span className={classes.quiet}>
                <IconClock size={14} aria-hidden="true" />
                <RunningTime since={bed.maintenanceSince} />
              </span>
            )
          )}
        </div>
        <div className={classes.actions}>
          <BedActions bed={bed} abilities={abilities} />
        </div>
      </div>
    </article>
  )
})

export function AgeAndGender({
  of: patient,
  on,
}: {
  of: OccupiedBed['patient']
  /** yyyy-mm-dd */
  on: string
}) {
  return (
    <span className={`${classes.quietText} ${classes.whole}`}>
      {ageWords(patient, on)} · {genderNames[patient.gender]}
    </span>
  )
}

/** Names of at least this many letters don't fit on a line of a card. */
const longName = 24

/** The bed's patient, in one line if it fits. The whole card leads to the record. */
export function BedPatient({ patient }: { patient: OccupiedBed['patient'] }) {
  const isLong = patientName(patient).length > longName
  return (
    <div className={classes.who}>
      <RecordLink
        patient={patient}
        className={isLong ? `${classes.patient} ${classes.long}` : classes.patient}
      />{' '}
      <span className={`${classes.quietText} ${classes.whole}`}>{patient.mrn}</span>
    </div>
  )
}

function Occupant({ bed, today }: { bed: OccupiedBed; today: string }) {
  const { patient } = bed
  return (
    <>
      <BedPatient patient={patient} />
      <div className={classes.marks}>
        <Allergies of={patient} isMark />
        {isLeaving(bed, today) && (
          <span className={classes.quiet}>
            <ExpectedDischarge expected={bed.expectedDischargeDate} today={today} />
          </span>
        )}
      </div>
    </>
  )
}

/** The day of the stay and the expected discharge; what is overdue is a mark. */
function Stay({ bed, today, timeZone }: { bed: OccupiedBed; today: string; timeZone: string }) {
  const expected = bed.expectedDischargeDate
  return (
    <div className={classes.stay}>
      <span className={classes.whole}>{dayWords(bed.admissionDate, today, timeZone)}</span>{' '}
      {!isLeaving(bed, today) && (
        <span className={classes.leaves} data-unknown={!expected || undefined}>
          <IconCalendarEvent size={14} aria-hidden="true" />
          <span>
            <span className={classes.lead}>Expected discharge </span>
            {expected ? formatDay(expected) : 'not recorded'}
          </span>
        </span>
      )}
    </div>
  )
}

/** How long something has lasted, updated each minute: '3 h 5 min'. */
export function RunningTime({ since }: { since: string }) {
  return <>{formatDuration(usePassed(since))}</>
}

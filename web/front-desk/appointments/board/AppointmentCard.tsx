import { IconCalendarExclamation, IconUrgent, IconUserCheck, IconUserQuestion } from '@tabler/icons-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { type Appointment, isInQueue } from '../../../../contract/front-desk/appointments.ts'
import { calledWords } from '../../../../contract/front-desk/missed-calls.ts'
import { ageWords } from '../../../../contract/people/birth/birth.ts'
import { genderNames } from '../../../../contract/people/patients.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { LastScore } from '../../../clinical/vitals/public.ts'
import { useClockStyle, useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment, formatTime, inZone } from '../../../ground/ui/format.ts'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { Allergies, RecordLink } from '../../../people/patients/public.ts'
import type { Abilities } from '../abilities.ts'
import { typeWords } from '../how-booked.ts'
import { appointmentLooks, earlierWords, endedBecause } from '../words.ts'
import { CardActions } from './CardActions.tsx'
import classes from './Queue.module.css'
import { Due, Waiting } from './Waiting.tsx'

const motion = 140

/** One appointment on the board of a day. */
export const AppointmentCard = memo(function AppointmentCard({
  appointment,
  day,
  abilities,
  undoUntil,
  arrives,
  isNext,
  isOwn,
}: {
  appointment: Appointment
  day: string
  abilities: Abilities
  /** Until when this user can take back its last change, in milliseconds. */
  undoUntil: number | undefined
  /** Whether it has just come from another column. */
  arrives: boolean
  /** Whether 'Call next' takes it. */
  isNext: boolean
  /** Whether the user is the doctor of this patient. */
  isOwn: boolean
}) {
  useClockStyle()
  const { patient, doctor, date, time, type, status, queueNumber } = appointment
  const card = useRef<HTMLLIElement>(null)

  // A card arrives once: when it is put up.
  const [arrived] = useState(arrives)
  useLayoutEffect(() => {
    if (!arrived || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    card.current?.animate(
      [
        { opacity: 0, transform: 'translateY(-8px)' },
        { opacity: 1, transform: 'none' },
      ],
      { duration: motion, easing: 'ease-out' },
    )
  }, [arrived])

  return (
    <li
      ref={card}
      className={classes.card}
      tabIndex={-1}
      data-appointment={appointment.id}
      data-next={isNext || undefined}
      data-cancelled={status === 'CANCELLED' || undefined}
    >
      <div className={classes.title}>
        <span className={classes.number}>
          <span className="sr-only">Number </span>
          {queueNumber}
        </span>
        <RecordLink patient={patient} className={classes.patient} />
        <span className={classes.time}>{formatTime(time)}</span>
      </div>
      <div className={classes.facts}>
        <div className={classes.quiet}>
          {ageWords(patient, date)} · {genderNames[patient.gender]} ·{' '}
          <span className={classes.whole}>{patient.mrn}</span>
          {type !== 'EMERGENCY' && (
            <>
              {' · '}
              <span className={classes.whole}>{typeWords(appointment)}</span>
            </>
          )}
        </div>
        <div className={classes.marks}>
          {type === 'EMERGENCY' && <TypeWord of={appointment} />}
          <Allergies of={patient} isMark />
          {isInQueue(appointment) && <LastScore patient={patient} isQuiet />}
        </div>
        <EarlierDay appointment={appointment} day={day} />
        <Called appointment={appointment} />
      </div>
      <div className={classes.foot}>
        <div className={classes.about}>
          <div className={classes.now}>
            <Standing appointment={appointment} day={day} />
            {isNext && (
              <span className={classes.next}>
                Next<span className="sr-only"> for you</span>
              </span>
            )}
          </div>
          {isOwn ? (
            <span className={classes.own}>
              <IconUserCheck size={14} aria-hidden="true" />
              Your patient
            </span>
          ) : (
            <span className={classes.quiet} title={doctorName(doctor)}>
              {shortDoctor(doctor)}
            </span>
          )}
        </div>
        <div className={classes.cardActions}>
          <CardActions appointment={appointment} abilities={abilities} undoUntil={undoUntil} />
        </div>
      </div>
    </li>
  )
})

/** The type of an appointment; an emergency is marked by icon, word and colour. */
export function TypeWord({ of }: { of: Appointment }) {
  if (of.type !== 'EMERGENCY') return <>{typeWords(of)}</>
  return (
    <span className={classes.emergency}>
      <IconUrgent size={16} aria-hidden="true" />
      {typeWords(of)}
    </span>
  )
}

/** Marks an appointment of an earlier day, whose numbers are not this day's. */
export function EarlierDay({ appointment, day }: { appointment: Appointment; day: string }) {
  const words = earlierWords(appointment, day)
  return (
    words && (
      <div className={classes.earlier} data-waits={isInQueue(appointment) || undefined}>
        <IconCalendarExclamation size={16} aria-hidden="true" />
        {words}
      </div>
    )
  )
}

/** How often a patient who missed a call has been called. */
function Called({ appointment }: { appointment: Appointment }) {
  const words = isInQueue(appointment) && calledWords(appointment)
  return (
    words && (
      <div className={classes.earlier} data-waits>
        <IconUserQuestion size={16} aria-hidden="true" />
        {words}
      </div>
    )
  )
}

/** Its current state, in the words that its column needs. */
function Standing({ appointment, day }: { appointment: Appointment; day: string }) {
  const { status, queuedAt, startedAt, completedAt } = appointment
  const { timeZone } = useSite()
  const at = (moment: string) => {
    const then = inZone(moment, timeZone)
    return then.day === day ? formatTime(then.time) : formatMoment(moment, timeZone)
  }
  if (status === 'IN_QUEUE' && queuedAt) {
    return (
      <span className={classes.standing}>
        <Waiting since={queuedAt} />
      </span>
    )
  }
  if (status === 'IN_PROGRESS' && startedAt) {
    return <span className={classes.standing}>Since {at(startedAt)}</span>
  }
  if (status === 'COMPLETED' && completedAt) {
    const because = endedBecause(appointment)
    return (
      <span className={classes.standing}>
        Done {at(completedAt)}
        {because && <span> · {because}</span>}
      </span>
    )
  }
  if (status === 'CANCELLED') {
    return (
      <span className={classes.standing}>
        <StatusBadge look={appointmentLooks.CANCELLED} />
        {appointment.admittedTo && <span> {endedBecause(appointment)}</span>}
      </span>
    )
  }
  return (
    <span className={classes.standing}>
      <Due date={appointment.date} time={appointment.time} />
    </span>
  )
}

/** 'Dr A. Mehta': with the initial, because several doctors may have the same family name. */
function shortDoctor({ firstName, lastName }: Appointment['doctor']): string {
  return `Dr ${[...firstName.replace(/^dr\b\.? */i, '')].slice(0, 1).join('')}. ${lastName}`
}

import { TextInput } from '@mantine/core'
import { memo, useId } from 'react'
import { type Displaced, longestClosureReason } from '../../../contract/front-desk/closures.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { patientName } from '../../ground/ui/format.ts'
import { PatientIdentityLine } from '../../people/patients/public.ts'
import { type Action, actionOf, actions, type Chosen, isPossible, shortWhen } from './choices.ts'
import classes from './Worklist.module.css'

/** A displaced booking: whose it is, when it was to be, and what becomes of it. Without `onChoose` it can only be read. */
export const WorklistRow = memo(function WorklistRow({
  item,
  chosen,
  refused,
  isAttempted,
  onChoose,
}: {
  item: Displaced
  chosen: Chosen | undefined
  /** Why the last decision was not carried out. */
  refused: string | undefined
  /** It was to be sent, so a missing reason is shown. */
  isAttempted: boolean
  onChoose: ((id: string, chosen: Chosen) => void) | undefined
}) {
  const name = useId()
  const { id, patient, doctor } = item.appointment
  const action = actionOf(item, chosen)
  const isGone = chosen?.action !== undefined && action === undefined
  const reason = chosen?.reason ?? ''
  return (
    <li className={classes.row} data-row={id} data-refused={Boolean(refused) || undefined}>
      <div className={classes.patient}>
        <PatientIdentityLine patient={patient} />
        <Phone number={patient.contactNumber} />
      </div>
      <p className={classes.was}>
        <span>{shortWhen(item.appointment)}</span>
        <span className={classes.doctor}>
          <bdi>{doctorName(doctor)}</bdi>
        </span>
      </p>
      {onChoose && (
        <div className={classes.decision}>
          <div
            role="radiogroup"
            aria-label={`What becomes of ${patientName(patient)}’s booking`}
            aria-describedby={refused || isGone ? `${name}-why` : undefined}
            className={classes.choices}
          >
            {actions.map((one, at) => (
              <label key={one} className={classes.choice}>
                <input
                  type="radio"
                  name={name}
                  value={one}
                  checked={action === one}
                  disabled={!isPossible(item, one)}
                  onChange={() => onChoose(id, { action: one })}
                />
                <kbd aria-hidden="true">{at + 1}</kbd>
                <span>{wordsOf(one, item)}</span>
              </label>
            ))}
          </div>
          {action === 'KEEP' && (
            <TextInput
              mt={8}
              label="Reason to keep it"
              withAsterisk
              aria-required
              autoComplete="off"
              maxLength={longestClosureReason}
              data-reason={id}
              value={reason}
              error={isAttempted && reason.trim() === '' && 'Reason is required'}
              onChange={({ currentTarget: { value } }) => onChoose(id, { reason: value })}
            />
          )}
          {(refused || isGone) && (
            <p id={`${name}-why`} className={classes.refused} role={refused ? 'alert' : 'status'}>
              {refused ?? 'This time is no longer free. Choose again.'}
            </p>
          )}
        </div>
      )}
    </li>
  )
})

/** 'Later: Tue 2 Dec, 9:15 AM', 'Colleague: Dr Kiran Bose, 9:15 AM' */
function wordsOf(action: Action, { later, colleague }: Displaced) {
  switch (action) {
    case 'LATER':
      return later ? `Later: ${shortWhen(later)}` : 'No later time is free'
    case 'COLLEAGUE':
      return colleague ? (
        <>
          Colleague: <bdi>{doctorName(colleague.doctor)}</bdi>, {shortWhen(colleague).split(', ')[1]}
        </>
      ) : (
        'No colleague is free then'
      )
    case 'CANCEL':
      return 'Cancel'
    case 'KEEP':
      return 'Keep, with a reason'
  }
}

/** A number that calls. */
function Phone({ number }: { number: string | null | undefined }) {
  if (!number) return <span className={classes.phone}>Phone not recorded</span>
  return (
    <a className={classes.phone} href={`tel:${number.replace(/[^\d+*#]/g, '')}`}>
      <bdi dir="ltr">{number}</bdi>
    </a>
  )
}

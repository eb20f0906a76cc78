import { Input, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { SessionOfDay } from '../../../../contract/front-desk/schedules.ts'
import { useMay } from '../../../ground/sign-in/account.ts'
import { useWallClock } from '../../../ground/sign-in/hospital-clock.ts'
import { formatTime } from '../../../ground/ui/format.ts'
import { placeWords } from '../../schedules/public.ts'
import classes from './Hours.module.css'
import { NextFree, OfAnyDoctor } from './NextFree.tsx'
import { offered } from './places.ts'
import { TimeField } from './TimeField.tsx'
import timeClasses from './Times.module.css'
import type { Place, Wanted } from './use-place.ts'
import { WaitLink } from './WaitLink.tsx'

/** The props of an input in a form. */
interface InputProps {
  id?: string
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}

interface Props {
  of: Place
  wanted: Wanted
  onWanted: (chosen: Chosen) => void
  input: InputProps
  /** The input of the reason. */
  reason: InputProps & { value: string | null | undefined }
  movedId?: string
}

type Chosen = Partial<Pick<Wanted, 'date' | 'time' | 'doctorId'>>

/** Puts another time into a form, and the day and the doctor with it where they are others. */
export function setWanted(
  form: { setFieldValue(name: keyof Chosen, value: string): void },
  { doctorId, date, time }: Chosen,
): void {
  if (doctorId !== undefined) form.setFieldValue('doctorId', doctorId)
  if (date !== undefined) form.setFieldValue('date', date)
  if (time !== undefined) form.setFieldValue('time', time)
}

/** The time of an appointment: free times where the doctor keeps hours, otherwise any. A time without a place is asked about. */
export function PlacedTime(props: Props) {
  const { of, wanted, onWanted, input, movedId } = props
  if (of.sessions === null) {
    return (
      <Input.Wrapper label="Time" withAsterisk labelElement="div">
        <p className={classes.note} role="status">
          Loading the free times…
        </p>
      </Input.Wrapper>
    )
  }
  if (of.sessions) return <TimeInHours {...props} sessions={of.sessions} />
  return (
    <div className={classes.fields}>
      <TimeField
        label="Time"
        date={wanted.date}
        doctorId={wanted.doctorId}
        isEmergency={wanted.type === 'EMERGENCY'}
        {...(movedId && { movedId })}
        {...input}
        value={wanted.time}
        onChange={(time) => onWanted({ time })}
      />
      <Why {...props} />
      {!wanted.doctorId && wanted.type !== 'EMERGENCY' && (
        <OfAnyDoctor day={wanted.date} onWanted={onWanted} />
      )}
    </div>
  )
}

function TimeInHours({ sessions, ...props }: Props & { sessions: NonNullable<Place['sessions']> }) {
  const { of, wanted, onWanted, input } = props
  const { date, time, doctorId } = wanted
  const now = useWallClock()
  const mayOverbook = useMay()('appointment.overbook')
  const [pressed, setPressed] = useState(false)
  const name = useId()
  const groups = sessions.map((session) => ({
    session,
    slots: offered(session, time, date === now.day ? now.time : undefined),
  }))
  const times = groups.flatMap(({ slots }) => slots.map((slot) => slot.time))
  const isOther = pressed || (time !== '' && !times.includes(time))
  const isOver = ({ endsAt }: SessionOfDay) => date === now.day && endsAt <= now.time
  const hasFree = groups.some(({ slots }) => slots.some(({ free }) => free > 0))
  const taken = of.isTaken
    ? `${formatTime(time)} is taken. Choose another time${mayOverbook ? ', or say why it has to be then' : ''}.`
    : undefined
  const error = input.error ?? (isOther ? undefined : taken)
  /** A summary of errors leads to the chosen time, or to the first. */
  const led = isOther ? undefined : times.includes(time) ? time : (times[0] ?? 'other')
  return (
    <div className={classes.fields}>
      <Input.Wrapper
        label="Time"
        withAsterisk
        labelElement="div"
        labelProps={{ id: `${name}-label` }}
        error={isOther ? undefined : error}
        errorProps={{ id: `${name}-error` }}
      >
        <div
          role="radiogroup"
          aria-labelledby={`${name}-label`}
          aria-required
          aria-invalid={!isOther && Boolean(error)}
          aria-describedby={!isOther && error ? `${name}-error` : undefined}
          className={classes.group}
        >
          {groups.map(({ session, slots }) => (
            <div key={session.id} className={classes.session}>
              <p className={classes.note}>
                {placeWords(session)}
                {session.away !== null && (
                  <>
                    {': '}
                    <strong>
                      Away: <bdi>{session.away}</bdi>
                    </strong>
                  </>
                )}
                {session.away === null &&
                  !slots.some(({ free }) => free > 0) &&
                  (isOver(session) ? ': over' : ': no place is free')}
              </p>
              {slots.map((slot) => (
                <Chip
                  key={slot.time}
                  id={led === slot.time ? input.id : undefined}
                  name={name}
                  checked={!isOther && slot.time === time}
                  isFull={slot.free === 0}
                  onChoose={() => {
                    setPressed(false)
                    onWanted({ time: slot.time })
                  }}
                >
                  {session.kind === 'TOKENS' ? (
                    `Token, from ${formatTime(slot.time)} — ${slot.free} left`
                  ) : (
                    <>
                      {formatTime(slot.time)}
                      {slot.places > 1 && (
                        <small>
                          {' '}
                          {slot.free} of {slot.places} free
                        </small>
                      )}
                    </>
                  )}
                </Chip>
              ))}
            </div>
          ))}
          {sessions.length === 0 && <p className={classes.note}>The doctor has no hours on this day.</p>}
          {mayOverbook && (
            <Chip
              id={led === 'other' ? input.id : undefined}
              name={name}
              checked={isOther}
              onChoose={() => setPressed(true)}
            >
              Other time…
            </Chip>
          )}
        </div>
      </Input.Wrapper>
      {!hasFree && <NextFree doctorId={doctorId} day={date} onWanted={onWanted} />}
      {!hasFree && wanted.patientId !== undefined && <WaitLink of={wanted} />}
      {isOther && (
        <TextInput
          {...input}
          type="time"
          label="Other time"
          withAsterisk
          aria-required
          value={time}
          onChange={(event) => onWanted({ time: event.currentTarget.value })}
          error={error ?? taken}
        />
      )}
      <Why {...props} />
    </div>
  )
}

/** One of the times, as a radio button that looks like a chip. */
function Chip({
  id,
  name,
  checked,
  isFull = false,
  onChoose,
  children,
}: {
  id: string | undefined
  name: string
  checked: boolean
  isFull?: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label className={classes.chip} data-full={isFull || undefined}>
      <input id={id} type="radio" name={name} checked={checked} onChange={onChoose} className="sr-only" />
      <span className={timeClasses.timeButton}>{children}</span>
    </label>
  )
}

/** Asks why a time is meant for which there is no place. */
function Why({ of, reason }: Pick<Props, 'of' | 'reason'>) {
  if (!of.why) return null
  return (
    <TextInput
      label={of.why}
      withAsterisk
      aria-required
      maxLength={200}
      {...reason}
      value={reason.value ?? ''}
    />
  )
}

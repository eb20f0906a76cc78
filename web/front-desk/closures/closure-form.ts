import { z } from 'zod'
import { type ClosureCause, ClosureForm } from '../../../contract/front-desk/closures.ts'
import type { SessionOfDay } from '../../../contract/front-desk/schedules.ts'
import { typedForm } from '../../ground/records/form/typed.ts'

/** The form's values while it is filled in. */
export interface ClosureValues {
  cause: ClosureCause | ''
  doctorId: string
  clinicId: string
  from: string
  fromTime: string
  to: string
  toTime: string
  /** The session that is cancelled. */
  sessionId: string
  reason: string
}

export const blankClosure = (
  today: string,
  { cause = 'LEAVE', doctorId = '' }: { cause?: ClosureCause; doctorId?: string },
): ClosureValues => ({
  cause,
  doctorId,
  clinicId: '',
  from: today,
  fromTime: '',
  to: '',
  toTime: '',
  sessionId: '',
  reason: '',
})

/** A holiday is whole days, and a cancelled session one day. Without a last day, one day is meant. */
export function readClosureForm(values: ClosureValues) {
  const { cause, doctorId, clinicId, from, fromTime, to, toTime, reason } = values
  const isHoliday = cause === 'HOLIDAY'
  return {
    cause: cause || undefined,
    doctorId: isHoliday ? null : doctorId,
    clinicId: isHoliday ? clinicId : null,
    from,
    fromTime: isHoliday || fromTime === '' ? null : fromTime,
    to: cause === 'SESSION_CANCELLED' || to.trim() === '' ? from : to,
    toTime: isHoliday || toTime === '' ? null : toTime,
    reason,
  }
}

const sent = typedForm(ClosureForm, readClosureForm, ({ from, to }: ClosureValues) => [
  ['from', from],
  ['to', to],
])
export const closureSchema: z.ZodType<ClosureForm, ClosureValues> = z
  .custom<ClosureValues>()
  .superRefine(({ cause, doctorId, sessionId }, { addIssue }) => {
    if (cause === 'SESSION_CANCELLED' && doctorId !== '' && sessionId === '')
      addIssue({ code: 'custom', path: ['sessionId'], message: 'Session is required' })
  })
  .pipe(sent)

/** A session that is cancelled, and its times. */
export function timesOfSession({ id, startsAt, endsAt }: SessionOfDay) {
  return { sessionId: id, fromTime: startsAt, toTime: endsAt }
}

/** The period to count in, once the form names a whole one. */
export function countedPeriod(values: ClosureValues): ClosureForm | undefined {
  const checked = ClosureForm.safeParse({ ...readClosureForm(values), reason: 'any' })
  return checked.success ? checked.data : undefined
}

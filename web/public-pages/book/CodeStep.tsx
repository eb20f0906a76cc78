import { type SyntheticEvent, useState } from 'react'
import { codeMinutes, confirmOnlineBooking } from '../../../contract/front-desk/online-bookings.ts'
import { api } from '../../ground/client/api.ts'
import { newAttemptKey } from '../../ground/client/attempt-key.ts'
import { Notice, type Refused, refusalOf, Step, TextField } from './parts.tsx'

/** The code of the e-mail confirms the place. */
export function CodeStep({
  id,
  email,
  chosen,
  onConfirmed,
  onOver,
}: {
  id: string
  email: string
  chosen: string
  onConfirmed: () => void
  /** The place is no longer held. */
  onOver: (why?: string) => void
}) {
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const [isBusy, setIsBusy] = useState(false)

  async function send(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    try {
      await api(confirmOnlineBooking, { params: { id }, body: { code } }, { idempotencyKey: newAttemptKey() })
      onConfirmed()
    } catch (error) {
      const why = refusalOf(error)
      if (why.code === 'booking_over') return onOver(why.whole)
      setRefused(why)
      document.getElementById('book-code')?.focus()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Step title="Enter the code">
      <p className="summary">{chosen}</p>
      <p>
        We have sent a code of 6 digits to {email}. It can take a minute to arrive; look into your spam
        folder, too. We hold the time for {codeMinutes} minutes.
      </p>
      <form className="fields" method="post" noValidate onSubmit={(event) => void send(event)}>
        <Notice text={refused?.whole} />
        <TextField
          name="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          error={refused?.fields.code}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <div className="book-actions">
          <button className="button" type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Sending…' : 'Confirm'}
          </button>
          <button className="button plain" type="button" onClick={() => onOver()}>
            Another Time or Address
          </button>
        </div>
      </form>
    </Step>
  )
}

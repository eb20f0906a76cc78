import { type SyntheticEvent, useState } from 'react'
import { bookOnline, codeMinutes, OnlineBookingForm } from '../../../contract/front-desk/online-bookings.ts'
import { api } from '../../ground/client/api.ts'
import { type Draft, type Field, withKey } from './draft.ts'
import { byField, Notice, type Refused, refusalOf, Step, TextField } from './parts.tsx'

const fields: readonly { name: Field; label: string; type: string; autoComplete: string }[] = [
  { name: 'firstName', label: 'First name', type: 'text', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', type: 'text', autoComplete: 'family-name' },
  { name: 'dateOfBirth', label: 'Date of birth', type: 'date', autoComplete: 'bday' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { name: 'email', label: 'E-mail', type: 'email', autoComplete: 'email' },
]

/** Asks for the patient's details. Sending them holds the time, and has the code e-mailed. */
export function DetailsStep({
  draft,
  clinicId,
  chosen,
  onChange,
  onTaken,
  onBack,
}: {
  draft: Draft
  clinicId: string
  chosen: string
  onChange: (next: Partial<Draft>) => void
  onTaken: (why: string) => void
  onBack: () => void
}) {
  const [refused, setRefused] = useState<Refused>()
  const [isBusy, setIsBusy] = useState(false)
  const { details, date = '', time = '' } = draft

  async function send(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy) return
    const body = { clinicId, date, time, ...details }
    const checked = OnlineBookingForm.safeParse(body)
    if (!checked.success) {
      const found = byField(
        checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      )
      return show({ fields: found })
    }
    const keyed = withKey(draft, JSON.stringify(body))
    onChange(keyed)
    setIsBusy(true)
    try {
      const { id } = await api(bookOnline, { body }, { idempotencyKey: keyed.key })
      onChange({ ...keyed, id })
    } catch (error) {
      const why = refusalOf(error)
      if (why.code === 'place_taken') return onTaken(why.fields.time ?? why.whole ?? '')
      show(why)
    } finally {
      setIsBusy(false)
    }
  }

  function show(why: Refused) {
    setRefused(why)
    const first = fields.find(({ name }) => why.fields[name])
    if (first) document.getElementById(`book-${first.name}`)?.focus()
  }

  const other =
    refused && !fields.some(({ name }) => refused.fields[name]) && Object.values(refused.fields)[0]
  return (
    <Step title="Who is the appointment for?">
      <p className="summary">{chosen}</p>
      <form className="fields" method="post" noValidate onSubmit={(event) => void send(event)}>
        <Notice text={refused?.whole ?? (other || undefined)} />
        {fields.map(({ name, ...field }) => (
          <TextField
            key={name}
            name={name}
            {...field}
            {...(name === 'email' && {
              hint: 'We send you a code, and tell you when your appointment is booked.',
            })}
            error={refused?.fields[name]}
            value={details[name]}
            onChange={(event) => onChange({ details: { ...details, [name]: event.currentTarget.value } })}
          />
        ))}
        <p className="dim">We hold the time for {codeMinutes} minutes while you enter the code.</p>
        <div className="book-actions">
          <button className="button" type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Sending…' : 'Send Me the Code'}
          </button>
          <button className="button plain" type="button" onClick={onBack}>
            Another Time
          </button>
        </div>
      </form>
    </Step>
  )
}

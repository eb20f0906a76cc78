import { useEffect, useState } from 'react'
import { cancelOnlineBooking, listOnlineClinics } from '../../../contract/front-desk/online-bookings.ts'
import { type ClockStyle, spokenTime } from '../../../contract/spoken.ts'
import { api } from '../../ground/client/api.ts'
import { newAttemptKey } from '../../ground/client/attempt-key.ts'
import { CodeStep } from './CodeStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { type Draft, draftOf, forgetDraft, keepDraft } from './draft.ts'
import { dayWords, Notice, refusalOf, Step } from './parts.tsx'
import { TimeStep } from './TimeStep.tsx'

interface Clinics {
  clinics: { id: string; name: string }[]
  clockStyle: ClockStyle
}

/** The steps of asking for an appointment: clinic, time, details, code. Each can be gone back from, and nothing typed is lost. */
export function Booking() {
  const [token, setToken] = useState(() => /^#([\w-]{43})$/.exec(location.hash)?.[1])
  const [loaded, setLoaded] = useState<Clinics>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [draft, setDraft] = useState(draftOf)
  const [isDone, setIsDone] = useState(false)
  const [notice, setNotice] = useState<string>()

  useEffect(() => {
    api(listOnlineClinics, {}).then(setLoaded, (error: unknown) => setFailure(refusalOf(error).whole))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each press of the button asks again
  }, [attempt])

  const change = (next: Partial<Draft>) => {
    const changed = { ...draft, ...next }
    keepDraft(changed)
    setDraft(changed)
  }
  /** Goes to a step by forgetting what is chosen in it and after it. */
  const backTo = (step: 'clinic' | 'time', why?: string) => {
    change({
      date: undefined,
      time: undefined,
      id: undefined,
      ...(step === 'clinic' && { clinic: undefined }),
    })
    setNotice(why)
  }

  if (token) return <GiveBack token={token} onOther={() => setToken(undefined)} />
  if (failure)
    return (
      <div className="book-step">
        <Notice text={failure} />
        <button
          className="button"
          type="button"
          onClick={() => {
            setFailure(undefined)
            setAttempt(attempt + 1)
          }}
        >
          Try Again
        </button>
      </div>
    )
  if (!loaded) return <p role="status">Loading…</p>
  const { clinics, clockStyle } = loaded
  const clinic =
    clinics.find(({ id }) => id === draft.clinic?.id) ?? (clinics.length === 1 ? clinics[0] : undefined)
  const when =
    draft.date && draft.time ? `${dayWords(draft.date)} at ${spokenTime(draft.time, clockStyle)}` : undefined

  if (isDone)
    return (
      <Step title="We hold this time for you">
        {when && <p className="summary">{when}</p>}
        <p>
          We will write to {draft.details.email} when your appointment is booked. In that e-mail is also a
          link with which you can give the time back.
        </p>
      </Step>
    )
  if (clinics.length === 0) return <p>No clinic can be booked here at the moment. Please phone us.</p>
  if (!clinic)
    return (
      <Step title="Which clinic?">
        <div className="choices">
          {clinics.map((one) => (
            <button
              className="button plain"
              type="button"
              key={one.id}
              onClick={() => change({ clinic: one })}
            >
              {one.name}
            </button>
          ))}
        </div>
      </Step>
    )
  if (!when)
    return (
      <TimeStep
        key={clinic.id}
        clinic={clinic}
        clockStyle={clockStyle}
        notice={notice}
        onChosen={(date, time) => {
          setNotice(undefined)
          change({ clinic, date, time })
        }}
        onBack={clinics.length > 1 ? () => backTo('clinic') : undefined}
      />
    )
  const chosen = `${when}, ${clinic.name}`
  if (draft.id)
    return (
      <CodeStep
        id={draft.id}
        email={draft.details.email}
        chosen={chosen}
        onConfirmed={() => {
          forgetDraft()
          setIsDone(true)
        }}
        onOver={(why) => backTo('time', why)}
      />
    )
  return (
    <DetailsStep
      draft={draft}
      clinicId={clinic.id}
      chosen={chosen}
      onChange={change}
      onTaken={(why) => backTo('time', why)}
      onBack={() => backTo('time')}
    />
  )
}

/** The link of the e-mail opens it. */
function GiveBack({ token, onOther }: { token: string; onOther: () => void }) {
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked')
  const [refused, setRefused] = useState<string>()
  const [key] = useState(newAttemptKey)

  async function giveBack() {
    if (state === 'busy') return
    setState('busy')
    try {
      await api(cancelOnlineBooking, { body: { token } }, { idempotencyKey: key })
      setState('done')
    } catch (error) {
      setRefused(refusalOf(error).whole)
      setState('asked')
    }
  }
  function book() {
    history.replaceState(null, '', location.pathname)
    onOther()
  }

  return (
    <Step
      key={state === 'done' ? 'done' : 'asked'}
      title={state === 'done' ? 'Your booking is cancelled' : 'Cancel your booking?'}
    >
      <Notice text={refused} />
      {state !== 'done' && <p>The time that we hold for you can then be booked by others.</p>}
      <div className="book-actions">
        {state !== 'done' && (
          <button
            className="button"
            type="button"
            aria-disabled={state === 'busy'}
            onClick={() => void giveBack()}
          >
            {state === 'busy' ? 'Cancelling…' : 'Cancel My Booking'}
          </button>
        )}
        <button className="button plain" type="button" onClick={book}>
          Book Another Time
        </button>
      </div>
    </Step>
  )
}

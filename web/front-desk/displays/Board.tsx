import { IconPlugConnectedX, IconVolumeOff } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WaitingRoom } from '../../../contract/front-desk/displays.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { hospitalNow, useMinute } from '../../ground/client/clock.ts'
import { useLive } from '../../ground/client/live/state.ts'
import { countOf, formatDay, formatMomentTime, formatWeekday, inZone } from '../../ground/ui/format.ts'
import { Pages } from './Pages.tsx'
import { useSound } from './sound.ts'
import classes from './WaitingRoom.module.css'
import { waitWords } from './wait-words.ts'
import { wayWords } from './way-words.ts'

type Call = WaitingRoom['serving'][number]
type Next = WaitingRoom['next'][number]

/** Milliseconds for which a call stands out. */
const newFor = 20_000
/** From this many on, called patients stand in two columns. */
const many = 5

/** The calls with their rooms, the next patients, and the state of the screen itself. */
export function Board({ room }: { room: WaitingRoom }) {
  const { hospitalName, clinic, timeZone, today, serving, next, waiting } = room
  const minute = useMinute()
  const sound = useSound()
  const fresh = useNewCalls(serving, sound.chime)
  const [latest] = serving
  const shown = new Date(minute)
  return (
    <main className={classes.screen}>
      <header className={classes.head}>
        <h1>{[hospitalName, clinic?.name, clinic?.floor].filter(Boolean).join(', ')}</h1>
        <div className={classes.clock}>
          <strong>{formatMomentTime(shown, timeZone)}</strong>
          <span>{formatWeekday(inZone(shown, timeZone).day)}</span>
        </div>
      </header>
      <section className={classes.serving} aria-label="Now serving">
        <h2>Now serving</h2>
        {serving.length === 0 ? (
          <p className={classes.empty}>No one is with a doctor</p>
        ) : (
          <Pages
            items={serving}
            keyOf={keyOf}
            beginsWith={latest && keyOf(latest)}
            isDense={serving.length >= many}
          >
            {(call) => (
              <CallCard call={call} here={clinic?.name} today={today} isNew={fresh.has(keyOf(call))} />
            )}
          </Pages>
        )}
      </section>
      <section className={classes.next} aria-label="Next">
        <h2>
          Next <span>{next.some(({ likely }) => likely) && 'Estimated wait'}</span>
        </h2>
        {next.length === 0 ? (
          <p className={classes.empty}>No one is waiting</p>
        ) : (
          <Pages items={next} keyOf={tokenOf}>
            {(one) => <NextRow one={one} here={clinic?.name} today={today} now={minute} />}
          </Pages>
        )}
        {waiting > next.length && (
          <p className={classes.more}>{countOf(waiting - next.length, 'more', 'more')} waiting</p>
        )}
      </section>
      <footer className={classes.foot}>
        <LiveNotice timeZone={timeZone} />
        {sound.isOn === false && (
          <button type="button" className={classes.sound} onClick={sound.turnOn}>
            <IconVolumeOff aria-hidden="true" />
            Sound is off. Touch the screen once to hear calls.
          </button>
        )}
      </footer>
      <p className="sr-only" role="status">
        {latest &&
          [`Number ${latest.number}`, wayWords(latest, clinic?.name), doctorName(latest.doctor)]
            .filter(Boolean)
            .join(', ')}
      </p>
    </main>
  )
}

function tokenOf({ day, number }: { day: string; number: number }): string {
  return `${day} ${number}`
}

/** Identifies a call, and not only its number: a patient who is called again is announced again. */
function keyOf(call: Call): string {
  return `${tokenOf(call)} ${call.calledAt}`
}

/** `here` is the clinic that the screen is for. */
function CallCard({
  call,
  here,
  today,
  isNew,
}: {
  call: Call
  here: string | undefined
  today: string
  isNew: boolean
}) {
  const way = wayWords(call, here)
  return (
    <div className={classes.call} data-new={isNew || undefined}>
      <TokenNumber token={call} today={today} />
      <div className={classes.place}>
        <strong>{way || doctorName(call.doctor)}</strong>
        {way && <span>{doctorName(call.doctor)}</span>}
      </div>
    </div>
  )
}

function NextRow({
  one,
  here,
  today,
  now,
}: {
  one: Next
  here: string | undefined
  today: string
  now: number
}) {
  const way = wayWords(one, here)
  const words = one.likely && waitWords(one.likely, now)
  return (
    <div className={classes.row}>
      <TokenNumber token={one} today={today} />
      <div className={classes.place}>
        <span>{doctorName(one.doctor)}</span>
        {way && <span className={classes.room}>{way}</span>}
      </div>
      <span className={classes.wait}>{words}</span>
    </div>
  )
}

/** A token's number. Numbers restart each day, so a token of an earlier day shows its day. */
function TokenNumber({ token: { number, day }, today }: { token: Call | Next; today: string }) {
  return (
    <span className={classes.number}>
      {number}
      {day !== today && <small>{formatDay(day).replace(/ \d+$/, '')}</small>}
    </span>
  )
}

/** Says since when what is shown may be out of date. */
function LiveNotice({ timeZone }: { timeZone: string }) {
  const live = useLive()
  return (
    <p role="status" className={classes.lost} data-lost={live !== 'live' || undefined}>
      {live !== 'live' && (
        <>
          <IconPlugConnectedX aria-hidden="true" />
          Not live since {formatMomentTime(live.lostSince, timeZone)}. Please listen for your number.
        </>
      )}
    </p>
  )
}

/** The calls that came while the screen was open, for as long as they stand out; each rings once. */
function useNewCalls(serving: readonly Call[], ring: () => void): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string> | null>(null)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const chime = useEffectEvent(ring)
  useEffect(() => {
    const keys = serving.map(keyOf)
    const before = known.current
    known.current = new Set(keys)
    // A screen that is switched on, or was away for long, rings for nobody who was called meanwhile.
    const isRecent = ({ calledAt }: Call) => hospitalNow() - Date.parse(calledAt) < newFor
    const came = before ? serving.filter((call) => !before.has(keyOf(call)) && isRecent(call)) : []
    if (came.length === 0) return
    chime()
    setFresh((now) => new Set([...now, ...came.map(keyOf)]))
    setTimeout(
      () => setFresh((now) => new Set([...now].filter((key) => !came.some((call) => keyOf(call) === key)))),
      newFor,
    )
  }, [serving])
  return fresh
}

import { IconCircleCheck, IconExclamationCircle, IconX } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import classes from './toast.module.css'

interface ToastExtras {
  /** A second line. */
  detail?: string | undefined
  /** Actions while the message is shown. An action that is needed for longer belongs on the screen too. */
  actions?: readonly { label: string; onClick: () => void }[]
}

interface Message extends ToastExtras {
  id: string
  kind: 'success' | 'failure'
  text: string
}

/** How long a success stands, in milliseconds. */
const standsFor = 4000

let count = 0
let standing: Message | undefined
const listeners = new Set<() => void>()

function show(message: Message | undefined): void {
  standing = message
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Short messages, one at a time: a new one takes the place of the one before. A success leaves after 4000 ms; a failure
 * stays until it is closed, a dialog opens or the next try succeeds.
 */
export const toast = {
  /** Answers what `hide` takes. */
  success(text: string, extras: ToastExtras = {}): string {
    const id = `message-${++count}`
    show({ id, kind: 'success', text, ...extras })
    return id
  },
  error(text: string): void {
    show({ id: `message-${++count}`, kind: 'failure', text })
  },
  hide(id: string): void {
    if (standing?.id === id) show(undefined)
  },
  /** Something else begins, which no message may cover. */
  clear(): void {
    if (standing) show(undefined)
  },
  /** Removes the message of a failure when its action is tried again or has succeeded. */
  forgetFailure(): void {
    if (standing?.kind === 'failure') show(undefined)
  },
}

type Where = 'corner' | 'header' | 'dialog'

/** The places that are on the screen, the innermost last. */
let places: readonly { id: string; where: Where }[] = []

function setPlaces(changed: typeof places): void {
  places = changed
  tell()
}

/**
 * Where messages stand: in the header, which covers nothing of a page; where there is none, in the corner; and what
 * failed in a dialog, in it. Of several places the innermost has the message.
 */
export function ToastPlace({ where }: { where: Where }) {
  const id = useId()
  const message = useSyncExternalStore(subscribe, () => standing)
  const shown = useSyncExternalStore(subscribe, () => places)
  useLayoutEffect(() => {
    setPlaces([...places, { id, where }])
    return () => setPlaces(places.filter((place) => place.id !== id))
  }, [id, where])
  // A dialog that succeeded is about to close.
  const fit = message?.kind === 'success' ? shown.filter((place) => place.where !== 'dialog') : shown
  return (
    <div className={classes.place} data-where={where}>
      {message && fit.at(-1)?.id === id && <Toast key={message.id} message={message} />}
    </div>
  )
}

function Toast({ message: { id, kind, text, detail, actions } }: { message: Message }) {
  const [isHeld, setHeld] = useState(false)
  const words = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const isSuccess = kind === 'success'
  const Icon = isSuccess ? IconCircleCheck : IconExclamationCircle

  // On a phone it leaves bell and menu free, unless its words need their room.
  useLayoutEffect(() => {
    const { scrollHeight = 0, parentElement } = words.current ?? {}
    setLong(scrollHeight > (parentElement?.clientHeight ?? 0))
  }, [])

  // Stays while somebody reads it or is about to press its button.
  useEffect(() => {
    if (!isSuccess || isHeld) return undefined
    const leaving = setTimeout(() => toast.hide(id), standsFor)
    return () => clearTimeout(leaving)
  }, [id, isSuccess, isHeld])

  return (
    <div
      className={classes.toast}
      role={isSuccess ? 'status' : 'alert'}
      data-toast={kind}
      data-long={isLong || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden="true" className={classes.icon} />
      <div ref={words} className={classes.words}>
        <span className={detail ? classes.title : undefined}>{text}</span>
        {detail && <span>{detail}</span>}
      </div>
      {actions?.map((action) => (
        <button
          key={action.label}
          type="button"
          className={classes.act}
          onClick={() => {
            toast.hide(id)
            action.onClick()
          }}
        >
          {action.label}
        </button>
      ))}
      <button
        type="button"
        className={classes.close}
        aria-label="Close message"
        onClick={() => toast.hide(id)}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

import { IconArrowBackUp, IconDots } from '@tabler/icons-react'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { callsOf, lastCall } from '../../../../contract/front-desk/missed-calls.ts'
import { fullName } from '../../../ground/ui/format.ts'
import type { Abilities, NextStep } from '../abilities.ts'
import classes from './Queue.module.css'
import { useSecondsLeft } from './undo.ts'

/** The queue's handlers for the actions of cards and rows. The object changes only with the user's abilities. */
export interface QueueHandlers {
  move: (appointment: Appointment, step: NextStep, button: HTMLElement) => Promise<void>
  undo: (appointment: Appointment) => Promise<void>
  /** The patient was called but isn't here. With `didNotAttend`, the visit ends. */
  missCall: (appointment: Appointment, didNotAttend: boolean) => Promise<void>
  openMenu: (appointment: Appointment, button: HTMLElement) => void
  openNote: (appointment: Appointment, button: HTMLElement) => void
}

export const QueueHandlersContext = createContext<QueueHandlers | undefined>(undefined)

function useQueueHandlers(): QueueHandlers {
  const handlers = useContext(QueueHandlersContext)
  if (!handlers) throw new Error('The actions of an appointment need the queue around them')
  return handlers
}

/** The next step, undo of one's own last step, the visit's note, 'Not here' and the menu. */
export function CardActions({
  appointment,
  abilities,
  undoUntil,
}: {
  appointment: Appointment
  abilities: Abilities
  undoUntil: number | undefined
}) {
  const { move, undo, missCall, openMenu, openNote } = useQueueHandlers()
  const name = fullName(appointment.patient)
  const step = abilities.nextStep(appointment)
  const canMissCall = abilities.canMissCall(appointment)
  const isLastCall = callsOf(appointment) >= lastCall
  const missed = isLastCall ? 'Did not attend' : 'Not here'
  const hasMenu = abilities.canReschedule(appointment) || abilities.canCancel(appointment) || canMissCall
  return (
    <>
      {undoUntil !== undefined && (
        <UndoButton until={undoUntil} name={name} onUndo={() => undo(appointment)} />
      )}
      {abilities.writesNote(appointment) && (
        <button
          type="button"
          className={classes.undo}
          aria-label={`Visit Note: ${name}`}
          onClick={(event) => openNote(appointment, event.currentTarget)}
        >
          Note
        </button>
      )}
      {canMissCall && (
        <StepButton label={`${missed}: ${name}`} isQuiet onStep={() => missCall(appointment, isLastCall)}>
          {missed}
        </StepButton>
      )}
      {(step || hasMenu) && (
        <span className={classes.last}>
          {step && (
            <StepButton label={`${step.label}: ${name}`} onStep={(button) => move(appointment, step, button)}>
              {step.label}
            </StepButton>
          )}
          {hasMenu && (
            <button
              type="button"
              className={classes.menuButton}
              aria-haspopup="menu"
              aria-expanded="false"
              aria-label={`More for ${name}`}
              onClick={(event) => openMenu(appointment, event.currentTarget)}
            >
              <IconDots size={18} aria-hidden="true" />
            </button>
          )}
        </span>
      )}
    </>
  )
}

/** Runs one act at a time; a second click of a double click is none, because another card may have moved under it. */
function useAct(act: (button: HTMLElement) => Promise<void>): {
  busy: boolean
  onClick: (event: MouseEvent<HTMLElement>) => void
} {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  return {
    busy,
    async onClick(event) {
      if (running.current || event.detail > 1) return
      const button = event.currentTarget
      running.current = true
      setBusy(true)
      try {
        await act(button)
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}

function StepButton({
  label,
  isQuiet = false,
  onStep,
  children,
}: {
  label: string
  /** A quiet step is not the usual next step. */
  isQuiet?: boolean
  onStep: (button: HTMLElement) => Promise<void>
  children: ReactNode
}) {
  const { busy, onClick } = useAct(onStep)
  return (
    <button
      type="button"
      className={isQuiet ? classes.undo : classes.step}
      aria-label={label}
      aria-busy={busy}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Counts down for the eye alone: a screen reader hears that it is there, not every second of it. */
function UndoButton({ until, name, onUndo }: { until: number; name: string; onUndo: () => Promise<void> }) {
  const { busy, onClick } = useAct(onUndo)
  const left = useSecondsLeft(until)
  const button = useRef<HTMLButtonElement>(null)

  // If the time runs out while the button has the focus, the focus moves to the appointment.
  useEffect(() => {
    const own = button.current
    const around = own?.closest<HTMLElement>('[data-appointment]')
    return () => {
      if (own && document.activeElement === own) around?.focus()
    }
  }, [])

  return (
    <button ref={button} type="button" className={classes.undo} aria-busy={busy} onClick={onClick}>
      <IconArrowBackUp size={16} aria-hidden="true" />
      Undo <span className="sr-only">for {name}</span> <span aria-hidden="true">{left} s</span>
    </button>
  )
}

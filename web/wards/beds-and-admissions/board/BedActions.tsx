import { IconDots } from '@tabler/icons-react'
import { createContext, type MouseEvent, useContext, useEffect, useRef, useState } from 'react'
import type { Bed } from '../../../../contract/wards/beds.ts'
import { fullName } from '../../../ground/ui/format.ts'
import { type Abilities, mainActLabels } from '../abilities.ts'
import classes from './BedCard.module.css'
import type { BedAct } from './beds-search.ts'

/** The board's handlers for the actions of cards and rows. The object never changes while the board is open. */
export interface BedHandlers {
  open: (act: BedAct, bed: Bed) => void
  release: (bed: Bed) => Promise<void>
  openMenu: (bed: Bed, button: HTMLElement) => void
}

export const BedHandlersContext = createContext<BedHandlers | undefined>(undefined)

/** The next action of the bed, and the menu with the rest. */
export function BedActions({ bed, abilities }: { bed: Bed; abilities: Abilities }) {
  const handlers = useContext(BedHandlersContext)
  if (!handlers) throw new Error('The actions of a bed need the board around them')
  const act = abilities.mainAct(bed)
  return (
    <>
      {act && (
        <ActButton
          key={act}
          label={mainActLabels[act]}
          about={bed.patient ? `${fullName(bed.patient)}, ${bed.bedNumber}` : bed.bedNumber}
          onAct={() => (act === 'release' ? handlers.release(bed) : handlers.open(act, bed))}
        />
      )}
      {abilities.menuActs(bed).length > 0 && (
        <button
          type="button"
          className={classes.menuButton}
          aria-haspopup="menu"
          aria-expanded="false"
          aria-label={`More for bed ${bed.bedNumber}`}
          onClick={(event) => handlers.openMenu(bed, event.currentTarget)}
        >
          <IconDots size={18} aria-hidden="true" />
        </button>
      )}
    </>
  )
}

/** One act at a time; when somebody else's change takes the button away, the focus stays with its bed. */
function ActButton({
  label,
  about,
  onAct,
}: {
  label: string
  about: string
  onAct: () => Promise<void> | void
}) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const own = button.current
    const around = own?.closest<HTMLElement>('[data-bed]')
    return () => {
      if (own && document.activeElement === own) around?.focus({ preventScroll: true })
    }
  }, [])

  async function act(event: MouseEvent) {
    // Ignores the second click of a double click, because another button may be there by then.
    if (running.current || event.detail > 1) return
    running.current = true
    setBusy(true)
    try {
      await onAct()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <button
      ref={button}
      type="button"
      className={classes.act}
      aria-label={`${label}: ${about}`}
      aria-busy={busy}
      onClick={act}
    >
      {label}
    </button>
  )
}

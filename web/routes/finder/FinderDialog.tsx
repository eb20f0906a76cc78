// No dialog in this file is about a patient.
import { Kbd, Loader, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useMay } from '../../ground/sign-in/account.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { useAwaitedHit } from '../../ground/ui/form/first-hit.ts'
import { countOf } from '../../ground/ui/format.ts'
import { ScannedContext } from '../../ground/ui/list/scanned.ts'
import classes from './Finder.module.css'
import type { Hit } from './hits.tsx'
import { useFound } from './useFound.tsx'

/** Milliseconds without a key before the server is asked. */
const rest = 100
/** A scanner's closing Enter comes within these milliseconds, and must not press a button of the screen behind. */
const scannerEnds = 500

interface FinderDialogProps {
  opened: boolean
  onClose: () => void
  /** The text typed before the dialog was there, and whether Enter came last; later typing goes to the dialog. */
  takeEarly: () => { text: string; isEntered: boolean }
}

/** Everything that the user may open, by name: screens at once, records as the server finds them. */
export function FinderDialog({ opened, onClose, takeEarly }: FinderDialogProps) {
  return (
    <DialogFrame opened={opened} onClose={onClose} title="Search" isQuestion isAtTop>
      <div data-finder className={classes.box}>
        {opened && <FinderBox onClose={onClose} takeEarly={takeEarly} />}
      </div>
    </DialogFrame>
  )
}

function FinderBox({ onClose, takeEarly }: Omit<FinderDialogProps, 'opened'>) {
  const navigate = useNavigate()
  const may = useMay()
  const takeScanned = useContext(ScannedContext)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [rested] = useDebouncedValue(typed.trim(), rest)
  const { groups, isAnswered, failure } = useFound(typed, rested)
  const hits = groups.flatMap((group) => group.hits)
  const results = groups.reduce((sum, group) => sum + (group.isOffer ? 0 : group.hits.length), 0)
  const isBehind = typed.trim() !== rested || !isAnswered
  /** The one that Enter takes, by its key: what is found meanwhile does not move it. */
  const [chosen, setChosen] = useState<string>()
  // If the chosen hit is gone, nothing is marked, so that Enter can't open another one.
  const marked = chosen
    ? hits.find(({ key }) => key === chosen)
    : typed.trim()
      ? meantOf(hits, isBehind)
      : undefined
  const [isAwaited, setAwaited] = useState(false)
  const forget = () => setAwaited(false)
  const [isScanned, setScanned] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  // Before the next key comes; the dialog itself gives the focus later, and once only when it is opened again while it closes.
  const begin = useEffectEvent(() => {
    const { text, isEntered } = takeEarly()
    box.current?.focus()
    if (text === '') return
    const isLabel = type(text)
    if (isEntered && isLabel) onClose()
    // Opens the one that is meant by the whole text once every search has answered.
    else if (isEntered) setAwaited(true)
  })
  // oxlint-disable-next-line react/set-state-in-effect -- early keys are taken once, which no render may do
  useLayoutEffect(() => begin(), [])
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isScanned) return undefined
    const timer = setTimeout(() => close(), scannerEnds)
    return () => clearTimeout(timer)
  }, [isScanned])
  useAwaitedHit({ isAwaited, forget }, isBehind ? undefined : marked ? [marked] : [], take)

  function take({ link }: Hit) {
    onClose()
    // The focus goes back first, so that a dialog knows where it came from.
    if (typeof link === 'function') setTimeout(link)
    else void navigate(link)
  }

  function type(text: string) {
    setAwaited(false)
    setChosen(undefined)
    // A scanned label opens its patient.
    const isLabel = takeScanned(text) !== undefined
    setScanned(isLabel)
    setTyped(isLabel ? '' : text)
    return isLabel
  }

  function step(by: 1 | -1) {
    const at = marked ? hits.indexOf(marked) : by === 1 ? -1 : 0
    const next = hits[(at + by + hits.length) % hits.length]
    setChosen(next?.key)
    if (next) document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && isScanned) onClose()
    else if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    // The hits may be for an earlier text: one is taken only if it was chosen, or once all lists have answered.
    else if (event.key === 'Enter' && marked && (!isBehind || marked.isSure || chosen)) take(marked)
    else if (event.key === 'Enter') setAwaited(isBehind && !chosen)
    else return
    event.preventDefault()
  }

  const idOf = ({ key }: Hit) => `${id}-${key}`
  return (
    <>
      <TextInput
        ref={box}
        data-autofocus
        aria-label="Search Lantern"
        placeholder={whatIsFound(may)}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={typed.trim() && isBehind ? <Loader size={16} aria-hidden="true" /> : null}
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={marked && idOf(marked)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <p className={classes.note} role="status">
        {failure
          ? `Some results could not be loaded. ${failure.message}`
          : typed.trim() === ''
            ? whatToType(may)
            : results > 0
              ? `${countOf(results, 'result')}.`
              : isBehind
                ? 'Searching…'
                : `No results for “${typed.trim()}”.`}
        {typed.trim() !== '' && results > 0 && !failure && (
          <span className={classes.byKeys}>
            {marked ? ' Press Enter to open.' : ' Use the arrow keys to choose.'}
          </span>
        )}
      </p>
      <div className={classes.list} id={`${id}-list`} role="listbox" aria-label="Results" tabIndex={-1}>
        {groups.map(({ label, hits: found, awaited = [] }) => (
          <div key={label} role="group" aria-label={label} className={classes.group}>
            <div className={classes.label} aria-hidden="true">
              {label}
            </div>
            {found.map((hit) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box keeps the focus, and its keys move here
              <div
                key={hit.key}
                id={idOf(hit)}
                role="option"
                tabIndex={-1}
                aria-selected={hit === marked}
                className={classes.hit}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(hit)}
              >
                <hit.icon size={18} stroke={1.6} aria-hidden="true" />
                <div className={classes.content}>{hit.content}</div>
              </div>
            ))}
            {awaited.map((kind, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- nothing tells these places apart
              <div key={row} className={classes.hit} data-awaited={kind} aria-hidden="true">
                <Skeleton h={18} w={18} />
                <Skeleton h={12} w="60%" />
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className={classes.keys} aria-hidden="true">
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> Choose
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> Open
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> Close
        </span>
      </div>
    </>
  )
}

/** 'Patients, appointments, beds, items, orders and screens', limited to what the role may open. */
function whatIsFound(may: ReturnType<typeof useMay>): string {
  const kinds = [
    may('patient.view') && 'patients',
    may('appointment.view') && 'appointments',
    may('bed.view') && 'beds',
    may('inventory.availability') && 'items',
    may('inventory.view') && 'orders',
    may('appointment.view') && 'staff',
  ].filter((kind) => kind !== false)
  const listed = `${kinds.join(', ')} and screens`
  return listed.charAt(0).toUpperCase() + listed.slice(1)
}

function whatToType(may: ReturnType<typeof useMay>): string {
  return may('patient.view')
    ? 'Type a name, MRN, phone number, date of birth or queue number (#57), or scan a label.'
    : 'Type the name of an item or screen, or the number of an order.'
}

/**
 * The hit that Enter opens if none is chosen: the only one that the whole text names, or a screen if nothing else was
 * found. A response to an earlier text does not count.
 */
function meantOf(hits: readonly Hit[], isBehind: boolean): Hit | undefined {
  const exact = hits.filter(({ isExact, isSure }) => isExact && (isSure || !isBehind))
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined
  return !isBehind && hits.length === 1 && hits[0]?.isSure ? hits[0] : undefined
}

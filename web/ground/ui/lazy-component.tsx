import {
  type ComponentType,
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fetchAhead, fetchSeen, fetchWanted } from './ahead.ts'
import { keepKeys } from './form/early-keys.ts'
import { toast } from './toast.tsx'

/** Whether the screen still reads what it shows; what is loaded late comes after that. */
export const IsReading = createContext(false)

/** A press on a stand-in before its component is there: the component is then loaded at once, and opened. */
interface StandInProps {
  onWanted: () => void
}

interface HowLate<Props> {
  /** Looks like the component until that is there. */
  StandIn?: ComponentType<Props & StandInProps>
  /** The stand-in is only a placeholder, which nobody presses: its component comes before those that are opened. */
  isPlaceholder?: true
  /** For what is opened from elsewhere (a dialog, a menu): whether it is open. */
  isOpen?: (props: Props) => boolean
  /** For the same: closes it again if it can't be shown. */
  close?: (props: Props) => void
}

type PropsOf<Component> = Component extends (...given: infer Given) => unknown
  ? Given extends [infer Props extends object, ...unknown[]]
    ? Props
    : object
  : never

/** The names by which a module exports its components. */
type ComponentsIn<Module> = {
  [Name in keyof Module]: Module[Name] extends ComponentType<never> ? Name : never
}[keyof Module]

/** For a dialog that is rendered only while it is open. */
export const whileOpen = {
  isOpen: () => true,
  close: ({ onClose }: { onClose: () => void }) => onClose(),
}

/** For a print. */
export const whilePrinting = {
  isOpen: () => true,
  close: ({ onDone }: { onDone: () => void }) => onDone(),
}

export const missing =
  'Lantern can’t open this: the server can’t be reached, or Lantern was updated. Try again, or reload the page. Your entries are kept.'

/**
 * A module that is loaded on demand. A browser keeps one that could not be fetched as failed for as long as the page is
 * open, so that it is asked for once more under another name.
 */
async function imported<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const file = /https?:\S+\.[jt]sx?/.exec(String(error))?.[0]
    if (!file) throw error
    return (await import(/* @vite-ignore */ `${file}?again=${Date.now()}`)) as Module
  }
}

/**
 * A component that the first paint does without: its code is loaded once the screen has read what it shows and the
 * browser is idle, so that it is there before it is needed, whatever the connection does by then. What is opened from
 * elsewhere waits until it is wanted where the connection is slow or metered. When it is wanted earlier it is loaded at
 * once; what a stand-in stood for then starts opened (`defaultOpened`).
 */
export function late<Module, Name extends ComponentsIn<Module>, Besides extends object = object>(
  load: () => Promise<Module>,
  name: Name,
  { StandIn, isPlaceholder, isOpen, close }: HowLate<PropsOf<Module[Name]> & Besides> = {},
): ComponentType<PropsOf<Module[Name]> & Besides> & { Ahead: ComponentType } {
  type Props = PropsOf<Module[Name]> & Besides
  type Shown = ComponentType<Props & { defaultOpened?: boolean }>
  let there: Shown | undefined
  let loading: Promise<typeof there> | undefined
  function loaded() {
    loading ??= imported(load)
      .then((module) => module[name] as Shown)
      // Without it there is another try: at the next quiet moment, or when it is wanted.
      .catch(() => undefined)
      .then((component) => {
        there = component
        loading = undefined
        return component
      })
    return loading
  }

  function Late(props: Props) {
    const [Shown, show] = useState(() => there)
    const [isPressed, setPressed] = useState(false)
    const place = useRef<HTMLDivElement>(null)
    const hadFocus = useRef<boolean | undefined>(false)

    // Focus moves from the stand-in to the component that replaces it.
    useLayoutEffect(() => {
      if (Shown && hadFocus.current) place.current?.querySelector<HTMLElement>('button, input')?.focus()
      hadFocus.current = false
    }, [Shown])

    const waiting = !Shown && (
      <Waiting
        isWanted={isPressed || isOpen?.(props)}
        isSeen={isOpen === undefined && (!StandIn || isPlaceholder === true)}
        isSpared={isOpen !== undefined && isSlowOrMetered()}
        close={isOpen?.(props) && close ? () => close(props) : undefined}
        load={loaded}
        onThere={(component) => {
          const change = () => {
            hadFocus.current = place.current?.contains(document.activeElement)
            show(() => component)
          }
          // A press that began on one button and ended on another would be none.
          if (place.current?.querySelector(':active')) {
            addEventListener('pointerup', () => setTimeout(change), { once: true })
          } else change()
        }}
        onMissing={() => {
          setPressed(false)
          close?.(props)
          toast.error(missing)
        }}
      />
    )
    const shown = Shown ? (
      <Shown {...props} {...(isPressed && { defaultOpened: true })} />
    ) : (
      StandIn && <StandIn {...props} onWanted={() => setPressed(true)} />
    )
    if (!StandIn) return shown || waiting
    return (
      <div ref={place} style={{ display: 'contents' }}>
        {shown}
        {waiting}
      </div>
    )
  }

  /** Fetches ahead what is drawn only while it is open. */
  function Ahead() {
    return there ? null : (
      <Waiting
        isWanted={false}
        isSeen={false}
        isSpared={isSlowOrMetered()}
        close={undefined}
        load={loaded}
        onThere={nothing}
        onMissing={nothing}
      />
    )
  }

  return Object.assign(Late, { Ahead })
}

function nothing() {}

/** Loads a component at once when it is wanted, and otherwise when the browser is idle. */
function Waiting<Component>({
  isWanted,
  isSeen,
  isSpared,
  close,
  load,
  onThere,
  onMissing,
}: {
  isWanted: boolean | undefined
  /** The screen lacks something without it. Others are opened. */
  isSeen: boolean
  /** It is not fetched before it is wanted. */
  isSpared: boolean
  /** For what is opened from elsewhere: text typed while it loads is typed into it. */
  close: (() => void) | undefined
  load: () => Promise<Component | undefined>
  onThere: (component: Component) => void
  onMissing: () => void
}) {
  const isReading = useContext(IsReading)
  const keys = useRef<ReturnType<typeof keepKeys>>(undefined)
  const tell = useEffectEvent((component: Component | undefined) => {
    if (component) {
      keys.current?.hand()
      keys.current = undefined
      onThere(component)
    } else if (isWanted) onMissing()
  })
  const giveUp = useEffectEvent(() => close?.())
  const isAwaited = close !== undefined
  useLayoutEffect(() => {
    if (!isAwaited) return undefined
    const kept = keepKeys(giveUp)
    keys.current = kept
    return () => {
      if (keys.current === kept) kept.drop()
    }
  }, [isAwaited])
  useEffect(() => {
    if (!isWanted) {
      if (isReading || isSpared) return undefined
      return (isSeen ? fetchSeen : fetchAhead)(load, (part) => tell(part))
    }
    let isOver = false
    async function fetch() {
      const component = await fetchWanted(load)
      if (!isOver) tell(component)
    }
    void fetch()
    return () => {
      isOver = true
    }
  }, [isReading, isSeen, isSpared, isWanted, load])
  return null
}

/** Whether loading ahead would cost the user money or slow down the page. */
function isSlowOrMetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return Boolean(connection?.saveData || connection?.effectiveType?.endsWith('2g'))
}

import { type ComponentType, createElement, lazy, Suspense, useEffect, useState } from 'react'

/** What a stand-in does when it is pressed before its component is there: it comes at once, opened. */
interface StandInProps {
  onWanted: () => void
}

/**
 * A component that the first paint does without: its code is loaded once the browser is idle, so that it is there
 * before it is needed, whatever the connection does by then. `StandIn` looks like it until then; when that is
 * pressed, the component is loaded at once and starts opened (`defaultOpened`).
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props & { defaultOpened?: boolean }>>,
  StandIn?: ComponentType<Props & StandInProps>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load().catch(() => Missing) }))
  // The server has a newer build meanwhile, or can't be reached: pressing reads the page anew.
  function Missing(props: Props) {
    return StandIn ? createElement(StandIn, { ...props, onWanted: () => location.reload() }) : null
  }
  return function Late(props: Props) {
    const [due, setDue] = useState(false)
    const [wanted, setWanted] = useState(false)
    useEffect(() => {
      if (!('requestIdleCallback' in window)) {
        setDue(true)
        return
      }
      const waiting = requestIdleCallback(() => setDue(true), { timeout: 2000 })
      return () => cancelIdleCallback(waiting)
    }, [])
    const standIn = StandIn ? createElement(StandIn, { ...props, onWanted: () => setWanted(true) }) : null
    if (!due && !wanted) return standIn
    return (
      <Suspense fallback={standIn}>
        {createElement(Loaded, wanted ? { ...props, defaultOpened: true } : props)}
      </Suspense>
    )
  }
}

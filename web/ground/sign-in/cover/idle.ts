import { activeEntry } from '../../client/token.ts'
import { isIdle, lastActive, postAuth } from '../auth.ts'

/** Milliseconds between two looks at the clock, and between two notes that somebody is there. */
const between = 1_000
/** Milliseconds between reports to the server. Without them, the server locks the session itself. */
const betweenReports = 60_000
const reportedEntry = 'lantern.reported-at'
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Calls `onIdle` after `minutes` minutes without activity in any tab of this browser. All tabs share the time of the
 * last activity; it outlives a reload, and a night with the lid closed. It is stored without a limit too, so that
 * setting one doesn't lock people at work.
 */
export function watchIdle(minutes: number | null, onIdle: () => void): () => void {
  if (!lastActive()) note()

  function note() {
    const now = Date.now()
    if (now - lastActive() >= between) localStorage.setItem(activeEntry, String(now))
    if (Math.abs(now - Number(localStorage.getItem(reportedEntry))) < betweenReports) return
    localStorage.setItem(reportedEntry, String(now))
    // If a report is lost with the connection, the next one makes up for it.
    void postAuth('active', {}).catch(() => {})
  }
  const isOver = () => minutes !== null && isIdle(minutes)
  function look() {
    if (isOver()) onIdle()
  }
  /** After too long, a touch no longer wakes the screen. */
  function sign() {
    look()
    if (!isOver()) note()
  }

  const timer = setInterval(look, between)
  for (const type of signs) window.addEventListener(type, sign, { capture: true, passive: true })
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearInterval(timer)
    for (const type of signs) window.removeEventListener(type, sign, { capture: true })
    document.removeEventListener('visibilitychange', look)
  }
}

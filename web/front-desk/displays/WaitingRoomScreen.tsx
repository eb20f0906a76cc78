import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followLive } from '../../ground/client/live/live.ts'
import { useLive, useOutdated } from '../../ground/client/live/state.ts'
import { Mark } from '../../ground/ui/page/Mark.tsx'
import { Board } from './Board.tsx'
import { isShutOut, waitingRoomQuery } from './queries.ts'
import classes from './WaitingRoom.module.css'

const route = getRouteApi('/display')
/** Milliseconds; while two versions serve, a page of one may hear of the other again and again. */
const updateAfter = 5_000

/**
 * The screen of a waiting room: whose turn it is, by token and room. The server sends no name, no MRN and no reason here.
 */
export function WaitingRoomScreen() {
  const { theme } = route.useSearch()
  const room = useQuery(waitingRoomQuery)
  const queryClient = useQueryClient()
  const isShut = isShutOut(room.error)
  // Before the first answer there is no cookie yet that would open a stream.
  const isIn = room.data !== undefined && !isShut
  useEffect(
    () => (isIn ? followLive(queryClient, true, '/api/display/live') : undefined),
    [queryClient, isIn],
  )
  useTheme(theme)
  useWakefulness()
  useUpdates()

  if (isShut) {
    return (
      <Said title="This screen is not in use">
        Its link was withdrawn, or was never opened here. An administrator makes a link in Settings, under
        Waiting-Room Screens.
      </Said>
    )
  }
  if (!room.data) {
    return room.isError ? (
      <Said title="The hospital’s server can’t be reached">This screen will try again automatically.</Said>
    ) : (
      <Said title="Waiting room">Loading…</Said>
    )
  }
  return <Board room={room.data} />
}

function Said({ title, children }: { title: string; children: string }) {
  return (
    <main className={classes.said}>
      <Mark size={72} />
      <h1>{title}</h1>
      <p role="status">{children}</p>
    </main>
  )
}

/** Reloads the page when Lantern was updated and can be reached, because nobody is there to press a button. */
function useUpdates() {
  const isOutdated = useOutdated()
  const isDue = useLive() === 'live' && isOutdated
  useEffect(() => {
    if (!isDue) return undefined
    const due = setTimeout(() => location.reload(), updateAfter)
    return () => clearTimeout(due)
  }, [isDue])
}

/** The link's colours, for as long as the screen is shown; without any, what the television prefers. */
function useTheme(theme: 'light' | 'dark' | undefined) {
  useEffect(() => {
    if (!theme) return undefined
    const page = document.documentElement
    const before = page.getAttribute('data-mantine-color-scheme')
    page.setAttribute('data-mantine-color-scheme', theme)
    return () => page.setAttribute('data-mantine-color-scheme', before ?? 'light')
  }, [theme])
}

/** The television does not fall asleep over it, where the browser can see to that. */
function useWakefulness() {
  useEffect(() => {
    const stayAwake = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => {})
    }
    stayAwake()
    document.addEventListener('visibilitychange', stayAwake)
    return () => document.removeEventListener('visibilitychange', stayAwake)
  }, [])
}

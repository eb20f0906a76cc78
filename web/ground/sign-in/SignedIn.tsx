import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { expectRecovery } from '../client/api.ts'
import { followLive } from '../client/live/live.ts'
import { keepTokensOf } from '../client/token.ts'
import { late } from '../ui/lazy-component.tsx'
import { MeContext, meQuery, SiteContext, siteQuery, useMe, useSite } from './account.ts'
import { leaveSession, lockScreens, signedOutEntry } from './auth.ts'
import { watchIdle } from './cover/idle.ts'
import { startPath } from './guards.ts'
import { useNewDay } from './hospital-clock.ts'

const SignInAgain = late(() => import('./cover/SignInAgain.tsx'), 'SignInAgain', {
  isOpen: ({ isWanted }: SignInAgainProps) => isWanted,
  close: ({ onMissing }: SignInAgainProps) => onMissing(),
})

interface SignInAgainProps {
  /** The session has ended, or is to be locked, before this was there. */
  isWanted: boolean
  onMissing: () => void
}

/** Around every screen that needs a session: who is signed in, and where. */
export function SignedIn() {
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: site } = useSuspenseQuery(siteQuery)
  return (
    <MeContext value={me}>
      <SiteContext value={site}>
        <Session />
      </SiteContext>
    </MeContext>
  )
}

/** The live stream, a new day, a changed role, and signing in again in place. */
function Session() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const me = useMe()

  const hasRole = me.role !== null
  const isShut = me.secondStep?.isDue
  useEffect(() => (isShut ? undefined : followLive(queryClient, hasRole)), [queryClient, hasRole, isShut])
  useNewDay()

  // If somebody else signs in to this browser, they start on the start page with no data of this account.
  useEffect(() => keepTokensOf(me.id, () => window.location.replace(startPath)), [me.id])

  // A changed or withdrawn role takes effect now: the guards of the open screen decide again.
  const access = `${me.id} ${me.role ?? ''} ${me.permissions.join()}`
  const accessBefore = useRef(access)
  useEffect(() => {
    if (accessBefore.current === access) return
    accessBefore.current = access
    void router.invalidate()
  }, [access, router])

  // Signed out in another tab of this browser: nothing of a patient stays on this one either.
  useEffect(() => {
    function leave(event: StorageEvent) {
      if (event.key !== signedOutEntry) return
      void leaveSession(() => router.navigate({ to: '/sign-in' }), event.newValue?.split(' ')[1])
    }
    window.addEventListener('storage', leave)
    return () => window.removeEventListener('storage', leave)
  }, [router])

  const [isCoverWanted, wantCover] = useState(false)
  const giveUp = useRef<() => void>(undefined)
  useEffect(() => {
    giveUp.current = expectRecovery(() => wantCover(true))
    return () => giveUp.current?.()
  }, [])
  // The cover comes seconds after the screen, and on a slow connection once it is wanted: until then the lock is kept here.
  const { idleLockMinutes } = useSite()
  const [isCoverThere, setCoverThere] = useState(false)
  const onThere = useCallback(() => setCoverThere(true), [])
  useEffect(() => {
    if (isCoverThere || isCoverWanted) return undefined
    return watchIdle(idleLockMinutes, () => {
      lockScreens()
      wantCover(true)
    })
  }, [idleLockMinutes, isCoverThere, isCoverWanted])

  function goOnWithout() {
    wantCover(false)
    giveUp.current?.()
    giveUp.current = expectRecovery(() => wantCover(true))
  }

  return (
    <>
      <Outlet />
      <SignInAgain isWanted={isCoverWanted} onMissing={goOnWithout} onThere={onThere} />
    </>
  )
}

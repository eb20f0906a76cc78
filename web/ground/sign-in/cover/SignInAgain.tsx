import { Alert, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, onSessionLost } from '../../client/api.ts'
import { forgetToken } from '../../client/token.ts'
import { late } from '../../ui/lazy-component.tsx'
import { meQuery, useMe, useSite } from '../account.ts'
import { lockedEntry, lockScreens } from '../auth.ts'
import { hasSession } from '../guards.ts'
import { WayOut } from '../leaving/WayOut.tsx'
import { Cover } from './Cover.tsx'
import { watchIdle } from './idle.ts'
import { lockSession } from './lock.ts'
import { PasswordForm, type Why } from './PasswordForm.tsx'

const SecondStep = late(() => import('./SecondStep.tsx'), 'SecondStep', {
  isOpen: () => true,
})

const SwitchUserForm = late(() => import('../switching/SwitchUser.tsx'), 'SwitchUserForm', {
  isOpen: () => true,
})

/** Milliseconds until the lock is sent again if the server could not be reached. */
const lockAgainAfter = 5_000

/**
 * Covers the screen when the session ends under it, or when nobody touches it for as long as the hospital allows. Who
 * gives the password goes on with the screen as it stands. `onThere` hears that it keeps the lock from now on.
 */
export function SignInAgain({ onThere }: { onThere?: () => void }) {
  const [why, setWhy] = useState<Why | undefined>(() =>
    localStorage.getItem(lockedEntry) ? 'locked' : undefined,
  )
  const [failure, setFailure] = useState<string>()
  const [isSwitching, setSwitching] = useState(false)
  const settle = useRef<((signedIn: boolean) => void) | undefined>(undefined)
  const router = useRouter()
  const queryClient = useQueryClient()
  const me = useMe()
  const { idleLockMinutes, signOn } = useSite()
  const { href } = useLocation()

  const readStep = useCallback(async () => {
    const { secondStep } = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    return secondStep?.isDue ?? false
  }, [queryClient])
  const isDue = me.secondStep?.isDue ?? false
  const [isLed, setLed] = useState(isDue)
  if (isDue && !isLed) setLed(true)
  const wasDue = useRef(isDue)

  useEffect(() => {
    const takeOff = onSessionLost(async (lacksStep, isDeactivated) => {
      // Not asked for any more by now, say.
      if (lacksStep && !(await readStep())) return true
      return new Promise((resolve) => {
        settle.current = resolve
        if (!lacksStep) setWhy((known) => known ?? (isDeactivated ? 'deactivated' : 'lost'))
      })
    })
    return () => {
      takeOff()
      settle.current?.(false)
    }
  }, [readStep])

  function end(signedIn: boolean) {
    settle.current?.(signedIn)
    settle.current = undefined
    setFailure(undefined)
    setSwitching(false)
    setWhy(undefined)
  }

  /** Uncovers the screen only once this browser's session is known to belong to the same person. @throws ApiError */
  async function goOn(): Promise<void> {
    forgetToken()
    if (!(await hasSession())) return setWhy('lost')
    end(true)
    void queryClient.invalidateQueries()
  }
  /** Goes on by itself if it can; without the server, the screen stays as it is. */
  const tryToGoOn = useEffectEvent(() => goOn().catch(() => undefined))

  // Refused reads are repeated.
  useEffect(() => {
    if (wasDue.current && !isDue) void tryToGoOn()
    wasDue.current = isDue
  }, [isDue])

  // All tabs of this browser are locked together, and opened together.
  useEffect(() => {
    function heard({ key, newValue }: StorageEvent) {
      if (key !== lockedEntry) return
      if (newValue) setWhy('locked')
      else void tryToGoOn()
    }
    window.addEventListener('storage', heard)
    return () => window.removeEventListener('storage', heard)
  }, [])

  useEffect(() => onThere?.(), [onThere])
  useEffect(() => {
    if (why) return undefined
    return watchIdle(idleLockMinutes, () => {
      lockScreens()
      setWhy('locked')
    })
  }, [why, idleLockMinutes])

  // The server refuses this session's tokens once it knows of the lock; until then the lock is sent again.
  useEffect(() => {
    if (why !== 'locked') return undefined
    forgetToken()
    let isOver = false
    let again: ReturnType<typeof setTimeout>
    async function tell() {
      try {
        await lockSession()
      } catch (error) {
        const isAnswered = error instanceof ApiError && error.status > 0 && error.status < 500
        if (!isOver && !isAnswered) again = setTimeout(tell, lockAgainAfter)
      }
    }
    void tell()
    return () => {
      isOver = true
      clearTimeout(again)
    }
  }, [why])

  const wayOut = (
    <WayOut
      isGone={why !== 'locked'}
      goOn={() => {
        end(false)
        return router.navigate({ to: '/sign-in' })
      }}
    />
  )

  const step = isLed && <SecondStep isCovered={why !== undefined} way={wayOut} onOver={() => setLed(false)} />
  if (!why) return step
  return (
    <>
      {step}
      <Cover title={why === 'locked' ? 'Locked' : 'Sign in again'}>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {isSwitching ? (
          <SwitchUserForm
            way={
              <Button variant="subtle" color="gray" onClick={() => setSwitching(false)}>
                Back
              </Button>
            }
          />
        ) : (
          <PasswordForm
            key={why}
            why={why}
            email={me.email}
            hasPassword={me.hasPassword}
            signOn={signOn}
            from={href}
            onEntered={goOn}
            onLost={() => setWhy('lost')}
            way={
              <>
                <Button variant="subtle" color="gray" onClick={() => setSwitching(true)}>
                  Switch user
                </Button>
                {wayOut}
              </>
            }
            onFailure={setFailure}
          />
        )}
      </Cover>
    </>
  )
}

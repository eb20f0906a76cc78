import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../client/api.ts'
import { AccessPage } from './AccessPage.tsx'

const tryAgainAfter = 5_000

/** Nothing can be shown yet, because the server can't be reached: tries again by itself until it can. */
export function LoadFailure({ error }: ErrorComponentProps<unknown>) {
  const router = useRouter()
  const isAway = error instanceof ApiError
  useEffect(() => {
    if (!isAway) return
    const retry = setInterval(() => void router.invalidate(), tryAgainAfter)
    return () => clearInterval(retry)
  }, [router, isAway])
  return (
    <AccessPage
      title={isAway ? 'Lantern is unavailable' : 'This page could not be shown'}
      intro={error instanceof Error ? error.message : undefined}
      foot={
        <>
          {isAway && <p role="status">This page will try again automatically.</p>}
          <Button onClick={() => router.invalidate()}>Retry now</Button>
        </>
      }
    />
  )
}

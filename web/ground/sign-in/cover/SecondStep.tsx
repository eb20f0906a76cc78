import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { meQuery, useMe, useSite } from '../account.ts'
import { RecoveryCodesDialog } from '../second-factor/set-up/RecoveryCodesDialog.tsx'
import { SetUp } from '../second-factor/set-up/SetUp.tsx'
import { Cover } from './Cover.tsx'

/** Milliseconds between looks whether it is still asked for: set up in another tab, or not asked any more. */
const lookEvery = 10_000

/**
 * Covers the screen until a second step is set up; then the recovery codes are shown, and the screen is as it was left.
 */
export function SecondStep({
  isCovered,
  way,
  onOver,
}: {
  /** Another cover stands before it. */
  isCovered: boolean
  /** The way out. */
  way: ReactNode
  onOver: () => void
}) {
  const me = useMe()
  const { hospitalName } = useSite()
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>([])
  const isDue = me.secondStep?.isDue ?? false
  useQuery({ ...meQuery, refetchInterval: isDue ? lookEvery : false })

  function done(recoveryCodes: readonly string[]) {
    setCodes(recoveryCodes)
    queryClient.setQueryData(meQuery.queryKey, { ...me, secondStep: null })
    if (recoveryCodes.length === 0) onOver()
  }

  if (isDue) {
    return (
      !isCovered && (
        <Cover title="Set up a second step">
          <SetUp email={me.email} hospitalName={hospitalName} way={way} onDone={done} />
        </Cover>
      )
    )
  }
  return (
    codes.length > 0 && (
      <RecoveryCodesDialog codes={codes} email={me.email} hospitalName={hospitalName} onClose={onOver} />
    )
  )
}

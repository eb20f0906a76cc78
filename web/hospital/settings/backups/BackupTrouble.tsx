import { Alert } from '@mantine/core'
import { IconDatabaseExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Backups } from '../../../../contract/hospital/backups.ts'
import { useMinute } from '../../../ground/client/clock.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'

/** Trouble with the backups, if there is any. */
export function BackupTrouble({
  backups: { failure, last, overdueFrom },
  mb,
  children,
}: {
  backups: Backups
  mb?: 'md'
  /** Actions against it. */
  children?: ReactNode
}) {
  const { timeZone } = useSite()
  const now = useMinute()
  const isOverdue = overdueFrom !== null && now >= Date.parse(overdueFrom)
  if (!failure && !isOverdue) return null
  const missing = last ? `No backup since ${formatMoment(last.at, timeZone)}` : 'There is no backup yet'
  return (
    <Alert
      color="amber"
      role="alert"
      {...(mb && { mb })}
      icon={<IconDatabaseExclamation aria-hidden="true" />}
      title={isOverdue ? missing : 'The last backup failed'}
    >
      {failure
        ? `${failure.says} (${formatMoment(failure.at, timeZone)})`
        : 'A backup is made each night. Tell your IT support: the server’s own log says why there is none.'}
      {children}
    </Alert>
  )
}

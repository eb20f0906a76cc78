import { Alert } from '@mantine/core'
import { IconDatabaseExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Backups } from '../../../contract/site/backups.ts'
import { useMinute } from '../../client/clock.ts'
import { useSite } from '../../session/account.ts'
import { formatMoment } from '../../ui/format.ts'

/** What is wrong with the backups, where anything is. */
export function BackupTrouble({
  backups: { failure, last, overdueFrom },
  mb,
  children,
}: {
  backups: Backups
  mb?: 'md'
  /** What can be done about it from here. */
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
      mb={mb}
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

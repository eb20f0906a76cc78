import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../ground/links/links.tsx'
import { BackupTrouble } from '../../hospital/settings/backups/BackupTrouble.tsx'
import { backupsQuery } from '../../hospital/settings/queries.ts'

/** A hospital without backups looks like any other until the day on which it needs one. */
export function BackupWarning() {
  const { data } = useQuery(backupsQuery)
  if (!data) return null
  return (
    <BackupTrouble backups={data} mb="md">
      {' '}
      <AnchorLink to="/settings/hospital" hash="backups" inherit>
        Open backups
      </AnchorLink>
    </BackupTrouble>
  )
}

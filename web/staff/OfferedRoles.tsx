import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { type Role, roles, roleTitles } from '../../contract/permissions.ts'
import type { StaffMember } from '../../contract/staff.ts'
import { refusalWords } from '../records/failures.ts'
import { useSite } from '../session/account.ts'
import { fullName } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import classes from './OfferedRoles.module.css'
import { useEditStaffMember } from './queries.ts'

/** The roles that an account may choose from. A tick is saved at once. */
export function OfferedRoles({ member }: { member: StaffMember }) {
  const edit = useEditStaffMember()
  const site = useSite()
  const [saving, setSaving] = useState<Role[]>()
  const shown = saving ?? member.offeredRoles

  async function offer(role: Role, offered: boolean) {
    const offeredRoles = roles.filter((one) => (one === role ? offered : member.offeredRoles.includes(one)))
    setSaving(offeredRoles)
    try {
      await edit.mutateAsync({ member, offeredRoles })
      toast.success(
        `${roleTitles[role].title} ${offered ? 'offered to' : 'withdrawn from'} ${fullName(member)}`,
      )
    } catch (error) {
      toast.error(refusalOf(error, member, site.timeZone))
    } finally {
      setSaving(undefined)
    }
  }

  return (
    <div
      className={classes.roles}
      role="group"
      aria-busy={saving !== undefined}
      aria-label={`Roles offered to ${fullName(member)}`}
    >
      {roles.map((role) => (
        <Checkbox
          key={role}
          size="xs"
          label={roleTitles[role].title}
          checked={shown.includes(role)}
          onChange={(event) => {
            if (!saving) void offer(role, event.currentTarget.checked)
          }}
        />
      ))}
    </div>
  )
}

/** Why an account was not changed. */
export function refusalOf(error: unknown, member: StaffMember, timeZone: string): string {
  return refusalWords(error, `${fullName(member)}’s account`, timeZone)
}

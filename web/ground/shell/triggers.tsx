import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconBell, IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps, Ref } from 'react'
import { wordsOfRole } from '../../../contract/people/role-names.ts'
import type { Me } from '../../../contract/people/staff.ts'
import { isBuiltIn } from '../../../contract/permissions.ts'
import { useMe } from '../sign-in/account.ts'
import { fullName } from '../ui/format.ts'
import classes from './Shell.module.css'

/** The header's buttons. What they open is loaded after the first paint. */

type TriggerProps = Omit<ComponentProps<'button'>, 'ref' | 'color' | 'style' | 'disabled'> & {
  ref?: Ref<HTMLButtonElement>
}

/** `unread`: how many wait; from a hundred on it is not said how many more. */
export function BellButton({ unread, ...props }: TriggerProps & { unread: number }) {
  const shown = unread < 100 ? String(unread) : '99+'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.bell}
      aria-label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
      {...props}
    >
      <IconBell size={20} stroke={1.6} aria-hidden="true" />
      {unread > 0 && (
        <span className={classes.unread} aria-hidden="true">
          {shown}
        </span>
      )}
    </ActionIcon>
  )
}

/** 'inventory manager', or the title of a role of the hospital's own as it was written. */
function roleWords({ role, ownRoles }: Me): string {
  const { title } = wordsOfRole(role ?? '', ownRoles)
  return isBuiltIn(role ?? '') ? title.toLowerCase() : title
}

export function UserButton(props: TriggerProps) {
  const me = useMe()
  const name = fullName(me) || me.email
  return (
    <UnstyledButton {...props} className={classes.user}>
      <span className={classes.initial} aria-hidden="true">
        {name.charAt(0).toUpperCase()}
      </span>
      <span className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={classes.role}>{me.role ? roleWords(me) : 'no role'}</span>
      </span>
      <span className="sr-only">, your menu</span>
      <IconChevronDown size={14} aria-hidden="true" />
    </UnstyledButton>
  )
}

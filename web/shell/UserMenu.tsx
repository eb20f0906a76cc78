import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconLogout, IconSwitchHorizontal } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMe } from '../account.ts'
import { leaveSession, signOut } from '../auth.ts'
import { fullName } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import classes from './Shell.module.css'

/** Who one is, how it looks, and the way out. */
export function UserMenu() {
  const me = useMe()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => leaveSession(() => navigate({ to: '/sign-in' })),
    onError: (error) => toast.error(error.message),
  })
  const name = fullName(me) || me.email
  const role = me.role?.replaceAll('_', ' ') ?? 'no role'

  return (
    <Menu position="bottom-end" width={264}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <span className={classes.initial} aria-hidden="true">
            {name.charAt(0).toUpperCase()}
          </span>
          <span className={classes.who}>
            <span className={classes.name}>{name}</span>
            <span className={classes.role}>{role}</span>
          </span>
          <span className="sr-only">, your menu</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.account}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {me.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        >
          <Menu.RadioItem value="light">Light</Menu.RadioItem>
          <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
          <Menu.RadioItem value="auto">As this device has it</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        {me.offeredRoles.length > 1 && (
          <Menu.Item
            component={Link}
            to="/select-role"
            leftSection={<IconSwitchHorizontal size={16} aria-hidden="true" />}
          >
            Switch role
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden="true" />}
          closeMenuOnClick={false}
          onClick={() => leave.mutate()}
        >
          {leave.isPending ? 'Signing out…' : 'Sign out'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

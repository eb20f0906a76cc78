import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconKeyboard, IconLogout, IconSettings, IconSwitchHorizontal } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useContext, useRef, useState } from 'react'
import { useMe } from '../session/account.ts'
import { leaveSession, signOut } from '../session/auth.ts'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { fullName } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import classes from './Shell.module.css'
import { OpenShortcuts } from './shortcuts.ts'
import { UserButton } from './triggers.tsx'
import { areUnsaved, useTellsOfUnsaved } from './unsaved-entries.ts'

/** Who one is, how it looks, and the way out. */
export function UserMenu({ defaultOpened }: { defaultOpened?: boolean }) {
  const me = useMe()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const button = useRef<HTMLButtonElement>(null)
  const openShortcuts = useContext(OpenShortcuts)
  const [isAsking, setIsAsking] = useState(false)
  useTellsOfUnsaved()
  const leave = useMutation({
    mutationFn: async ({ isSure }: { isSure: boolean }) => {
      if (!isSure && (await areUnsaved())) return setIsAsking(true)
      await signOut()
      await leaveSession(() => navigate({ to: '/sign-in' }))
    },
    onError: (error, { isSure }) => isSure || toast.error(error.message),
  })

  return (
    <>
      <Menu position="bottom-end" width={264} defaultOpened={defaultOpened}>
        <Menu.Target>
          <UserButton ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.account}>
            <Text fw={600} truncate>
              {fullName(me) || me.email}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {me.email}
            </Text>
          </div>
          <Menu.Divider />
          <Menu.Label>Theme</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
          >
            <Menu.RadioItem value="light">Light</Menu.RadioItem>
            <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
            <Menu.RadioItem value="auto">System</Menu.RadioItem>
          </Menu.RadioGroup>
          <Menu.Divider />
          {me.offeredRoles.length > 1 && (
            <Menu.Item
              component={Link}
              to="/select-role"
              leftSection={<IconSwitchHorizontal size={16} aria-hidden="true" />}
            >
              Switch Role
            </Menu.Item>
          )}
          <Menu.Item
            component={Link}
            to="/settings"
            leftSection={<IconSettings size={16} aria-hidden="true" />}
          >
            Settings
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKeyboard size={16} aria-hidden="true" />}
            visibleFrom="sm"
            onClick={() => {
              // From there the dialog is opened, and there the focus goes on.
              button.current?.focus()
              openShortcuts()
            }}
          >
            Keyboard Shortcuts
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden="true" />}
            closeMenuOnClick={false}
            onClick={() => leave.mutate({ isSure: false })}
          >
            {leave.isPending ? 'Signing out…' : 'Sign Out'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <ConfirmDialog
          opened
          onClose={() => setIsAsking(false)}
          title="Discard unsaved entries?"
          confirmLabel="Sign out and discard"
          busyLabel="Signing out…"
          onConfirm={() => leave.mutateAsync({ isSure: true })}
        >
          There are unsaved entries in this browser, perhaps in another tab. Signing out discards them.
        </ConfirmDialog>
      )}
    </>
  )
}

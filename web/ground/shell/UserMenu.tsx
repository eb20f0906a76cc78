// No dialog in this file is about a patient.
import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconKeyboard, IconLogout, IconSettings, IconSwitchHorizontal, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useContext, useRef, useState } from 'react'
import { useMe } from '../sign-in/account.ts'
import { question, signOut } from '../sign-in/leaving/sign-out.ts'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { fullName } from '../ui/format.ts'
import { late, whileOpen } from '../ui/lazy-component.tsx'
import { toast } from '../ui/toast.tsx'
import { useStartOpened } from '../ui/use-start-opened.ts'
import classes from './Shell.module.css'
import { OpenShortcuts } from './shortcuts.ts'
import { UserButton } from './triggers.tsx'

const SwitchUser = late(() => import('../sign-in/switching/SwitchUser.tsx'), 'SwitchUser', whileOpen)

/** The account, the appearance and the way out. */
export function UserMenu({ defaultOpened = false }: { defaultOpened?: boolean }) {
  const me = useMe()
  const [opened, setOpened] = useStartOpened(defaultOpened)
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const button = useRef<HTMLButtonElement>(null)
  const openShortcuts = useContext(OpenShortcuts)
  const [isAsking, setIsAsking] = useState(false)
  const [isSwitching, setSwitching] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  async function leave(isTold: boolean) {
    if ((await signOut(() => navigate({ to: '/sign-in' }), { isTold })) === 'unsaved') setIsAsking(true)
  }
  async function press() {
    setLeaving(true)
    try {
      await leave(false)
    } catch (error) {
      toast.error((error as Error).message)
    }
    setLeaving(false)
  }

  return (
    <>
      <Menu position="bottom-end" width={264} opened={opened} onChange={setOpened}>
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
            leftSection={<IconUsers size={16} aria-hidden="true" />}
            onClick={() => setSwitching(true)}
          >
            Switch User
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden="true" />}
            closeMenuOnClick={false}
            onClick={press}
          >
            {isLeaving ? question.busyLabel : 'Sign Out'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSwitching && <SwitchUser onClose={() => setSwitching(false)} />}
      {isAsking && (
        <ConfirmDialog
          opened
          onClose={() => setIsAsking(false)}
          title={question.title}
          confirmLabel={question.confirmLabel}
          busyLabel={question.busyLabel}
          onConfirm={() => leave(true)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </>
  )
}

import { Tabs } from '@mantine/core'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useMay } from '../../ground/sign-in/account.ts'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'

const own = {
  path: '/settings',
  label: 'Your account',
  context: 'Your account, and how Lantern looks and sounds for you',
} as const
const hospital = {
  path: '/settings/hospital',
  label: 'Hospital',
  context: 'These settings apply to everyone, on every screen at once',
} as const
const pages = [own, hospital]

/** The user's own settings, and for administrators also the hospital's. */
export function SettingsFrame() {
  const may = useMay()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const shown = pages.find(({ path }) => path === pathname) ?? own
  const head = <PageHeader title="Settings" context={shown.context} />
  if (!may('staff.manage')) {
    return (
      <>
        {head}
        <Outlet />
      </>
    )
  }
  return (
    <>
      {head}
      <Tabs
        value={shown.path}
        onChange={(chosen) => void navigate({ to: chosen === hospital.path ? hospital.path : own.path })}
      >
        <Tabs.List aria-label="Whose settings">
          {pages.map(({ path, label }) => (
            <Tabs.Tab key={path} value={path}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown.path} pt="md">
          <Outlet />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

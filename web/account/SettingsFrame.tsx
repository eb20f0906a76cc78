import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../session/account.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'

const paths = { own: '/settings', hospital: '/settings/hospital' } as const

/** One's own settings, and for administrators the hospital's beside them. */
export function SettingsFrame({
  of,
  context,
  children,
}: {
  of: keyof typeof paths
  context: string
  children: ReactNode
}) {
  const may = useMay()
  const navigate = useNavigate()
  const head = <PageHeader title="Settings" context={context} />
  if (!may('staff.manage')) {
    return (
      <>
        {head}
        {children}
      </>
    )
  }
  return (
    <>
      {head}
      <Tabs
        value={of}
        keepMounted={false}
        onChange={(chosen) => void navigate({ to: chosen === 'hospital' ? paths.hospital : paths.own })}
      >
        <Tabs.List aria-label="Whose settings">
          <Tabs.Tab value="own">Your account</Tabs.Tab>
          <Tabs.Tab value="hospital">Hospital</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={of} pt="md">
          {children}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

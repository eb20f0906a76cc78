import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMay } from '../session/account.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'

/** Each tab is a page of its own: whoever goes from tab to tab by keyboard goes on from the one that they chose. */
let isChosen = false
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
  const tabs = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) tabs.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
    isChosen = false
  }, [])
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
        onChange={(chosen) => {
          isChosen = true
          void navigate({ to: chosen === 'hospital' ? paths.hospital : paths.own })
        }}
      >
        <Tabs.List ref={tabs} aria-label="Whose settings">
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

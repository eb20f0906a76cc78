// No dialog in this file is about a patient.
import { Button, Skeleton, Text } from '@mantine/core'
import { IconDeviceTv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Display } from '../../../contract/front-desk/displays.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { formatMoment } from '../../ground/ui/format.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { AddDisplayDialog } from './AddDisplayDialog.tsx'
import classes from './DisplayLinks.module.css'
import { displaysQuery, useDisplayActions } from './queries.ts'

/** The televisions in waiting rooms, as an administrator sees them: each has a link of its own, and loses it alone. */
export function DisplayLinks() {
  const { timeZone } = useSite()
  const displays = useQuery(displaysQuery)
  const actions = useDisplayActions()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Display>()

  async function withdraw(display: Display) {
    try {
      await actions.withdraw(display)
    } catch (error) {
      throw new Error(refusedAct(error, 'Not withdrawn'), { cause: error })
    }
    setLeaving(undefined)
    toast.success(`${display.name} withdrawn`)
  }

  return (
    <div className={classes.place}>
      <Section
        title="Waiting-Room Screens"
        description="Televisions that show whose turn it is, by queue number. They never show a name."
        action={
          <Button
            variant="default"
            leftSection={<IconDeviceTv size={16} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            Add Screen
          </Button>
        }
      >
        {displays.isError && <p role="alert">The screens could not be loaded. {displays.error.message}</p>}
        {displays.isPending && <Skeleton h={40} />}
        {displays.data?.length === 0 && <Text c="dimmed">No screens yet.</Text>}
        <ul className={classes.list}>
          {displays.data?.map((display) => (
            <li key={display.id}>
              <span>
                {[display.name, display.clinic].filter(Boolean).join(', ')}
                <Text size="xs" c="dimmed">
                  {display.seenAt ? `Last seen ${formatMoment(display.seenAt, timeZone)}` : 'Not opened yet'}.
                  Added by {display.madeBy}, {formatMoment(display.madeAt, timeZone)}
                </Text>
              </span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Withdraw ${display.name}`}
                onClick={() => setLeaving(display)}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      </Section>
      {isAdding && <AddDisplayDialog onClose={() => setAdding(false)} />}
      {leaving && (
        <ConfirmDialog
          onClose={() => setLeaving(undefined)}
          title={`Withdraw ${leaving.name}?`}
          confirmLabel={`Withdraw ${leaving.name}`}
          busyLabel="Withdrawing…"
          onConfirm={() => withdraw(leaving)}
        >
          The television shows nothing from now on. To use it again, add it with a new link.
        </ConfirmDialog>
      )}
    </div>
  )
}

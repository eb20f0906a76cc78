import { Button, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isUnfinished, type Setup, type SetupStep, setupSteps } from '../../../contract/site/settings.ts'
import { AnchorLink, ButtonLink } from '../../links/links.tsx'
import { useSite } from '../../session/account.ts'
import { setupQuery, setupStepNames, usePutOff } from '../../site/public.ts'
import { countOf } from '../../ui/format.ts'
import { late, whileOpen } from '../../ui/late.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Section } from '../../ui/page/Section.tsx'
import classes from './SetUp.module.css'

const InviteDialog = late(() => import('../../staff/InviteDialog.tsx'), 'InviteDialog', whileOpen)

const SampleDataDialog = late(
  () => import('../../site/sample/SampleDataDialog.tsx'),
  'SampleDataDialog',
  whileOpen,
)

const about: Record<SetupStep, string> = {
  hospital: 'The name is on every screen and print. The time zone decides when a day begins.',
  beds: 'Add a ward’s beds at once, for example A-101 to A-130.',
  colleagues: 'Send a link to sign up with, and choose which roles they have.',
  stock: 'Add the items that your store keeps.',
  patients: 'Register your first patient, or add sample data to look around first.',
}

/**
 * What a new hospital has left to do. Gone when each step is done or put off; what was opened from it stays, with a link
 * that is shown only once.
 */
export function SetUp() {
  const { isBeingSetUp } = useSite()
  const [opened, open] = useState<'invitation' | 'sample'>()
  const close = () => open(undefined)
  return (
    <>
      {isBeingSetUp && <Steps onInvite={() => open('invitation')} onSample={() => open('sample')} />}
      {opened === 'invitation' && <InviteDialog onClose={close} />}
      {opened === 'sample' && <SampleDataDialog onClose={close} />}
    </>
  )
}

function Steps({ onInvite, onSample }: { onInvite: () => void; onSample: () => void }) {
  const setup = useQuery(setupQuery)
  const putOff = usePutOff()
  const { data } = setup
  if (data && !isUnfinished(data.steps)) return null
  const next = data?.steps.find(({ isDone, isPutOff }) => !isDone && !isPutOff)?.step

  function actionOf(step: SetupStep): ReactNode {
    const look = { size: 'compact-sm', fz: 'xs', variant: step === next ? 'filled' : 'default' } as const
    if (step === 'colleagues') {
      return (
        <Button {...look} onClick={onInvite}>
          Invite colleagues
        </Button>
      )
    }
    if (step === 'beds') {
      return (
        <ButtonLink {...look} to="/beds/new/several">
          Add beds
        </ButtonLink>
      )
    }
    if (step === 'patients') {
      return (
        <>
          <ButtonLink {...look} to="/patients/new">
            Register a patient
          </ButtonLink>
          <Button {...look} variant="default" onClick={onSample}>
            Add sample data
          </Button>
        </>
      )
    }
    return step === 'stock' ? (
      <ButtonLink {...look} to="/inventory/new">
        Add an item
      </ButtonLink>
    ) : (
      <ButtonLink {...look} to="/settings/hospital">
        Open settings
      </ButtonLink>
    )
  }

  return (
    <div className={classes.place}>
      <Section
        title="Set Up Your Hospital"
        description="Choose Later to postpone a step. You can bring it back in Settings."
        flush
      >
        {setup.isLoadingError ? (
          <ErrorState
            title="The set-up steps could not be loaded"
            error={setup.error}
            onRetry={() => setup.refetch()}
            retrying={setup.isFetching}
          />
        ) : (
          <ol className={classes.steps} aria-busy={!data}>
            {setupSteps.map((step) => (
              <Step key={step} step={step} setup={data}>
                {actionOf(step)}
                <Button
                  size="compact-sm"
                  fz="xs"
                  variant="subtle"
                  aria-label={`Later: ${setupStepNames[step]}`}
                  onClick={(event) => {
                    // The button disappears, so the focus must move to keep its place.
                    event.currentTarget.closest('li')?.focus()
                    putOff.mutate({ steps: [step], isPutOff: true })
                  }}
                >
                  Later
                </Button>
              </Step>
            ))}
          </ol>
        )}
      </Section>
    </div>
  )
}

/** It has the same height at every stage. */
function Step({
  step,
  setup,
  children,
}: {
  step: SetupStep
  setup: Setup | undefined
  /** What can be done about it. */
  children: ReactNode
}) {
  const known = setup?.steps.find((one) => one.step === step)
  const awaiting = step === 'colleagues' ? (setup?.awaitingRole ?? 0) : 0
  const isOpen = known && !known.isDone && !known.isPutOff
  return (
    <li className={classes.step} tabIndex={-1} data-done={known?.isDone || undefined}>
      {known?.isDone ? (
        <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" />
      ) : (
        <IconCircleDashed size={20} stroke={1.6} aria-hidden="true" />
      )}
      <div className={classes.words}>
        <Text fw={600}>{setupStepNames[step]}</Text>
        <Text size="xs" c="dimmed">
          {about[step]}
        </Text>
        {awaiting > 0 && (
          <AnchorLink to="/staff" size="xs">
            {countOf(awaiting, 'account')} awaiting a role
          </AnchorLink>
        )}
      </div>
      <div className={classes.actions}>
        {isOpen ? children : <Text size="xs">{known?.isDone ? 'Done' : known && 'Postponed'}</Text>}
      </div>
    </li>
  )
}

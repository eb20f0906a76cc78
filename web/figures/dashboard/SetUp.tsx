import { Button, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isUnfinished, type Setup, type SetupStep, setupSteps } from '../../../contract/hospital/settings.ts'
import { AnchorLink, ButtonLink } from '../../ground/links/links.tsx'
import { useSite } from '../../ground/sign-in/account.ts'
import { countOf } from '../../ground/ui/format.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { setupQuery, setupStepNames, usePutOff } from '../../hospital/settings/public.ts'
import classes from './SetUp.module.css'

const InviteDialog = late(() => import('../../people/staff/InviteDialog.tsx'), 'InviteDialog', whileOpen)

const SampleDataDialog = late(
  () => import('../../hospital/settings/sample/SampleDataDialog.tsx'),
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
 * The steps of setting up that a new hospital has left. It goes when each is done or put off; a dialog that was opened from
 * it stays, with a link that is shown only once.
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
  /** The actions of the step. */
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
        {step === 'patients' && (
          <AnchorLink to="/imports" size="xs">
            Move in from another system
          </AnchorLink>
        )}
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

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Setup } from '../../../contract/hospital/settings.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { setupQuery } from './queries.ts'
import { setupStepNames, usePutOff } from './setup.ts'

/** Steps of setting up that were put off, with a button that shows them on the dashboard again. */
export function PutOffSteps() {
  return (
    <Loaded query={useQuery(setupQuery)} failed="The postponed steps could not be loaded" loading={null}>
      {({ steps }) => <Steps steps={steps.filter(({ isDone, isPutOff }) => isPutOff && !isDone)} />}
    </Loaded>
  )
}

function Steps({ steps }: Pick<Setup, 'steps'>) {
  const putOff = usePutOff()
  if (steps.length === 0) return null
  return (
    <Section
      title="Setting Up"
      description={`Postponed: ${new Intl.ListFormat('en-GB').format(
        steps.map(({ step }) => setupStepNames[step].toLowerCase()),
      )}`}
      action={
        <Button
          variant="default"
          aria-busy={putOff.isPending}
          onClick={() =>
            putOff.mutate(
              { steps: steps.map(({ step }) => step), isPutOff: false },
              { onSuccess: () => toast.success('The steps are on the dashboard again') },
            )
          }
        >
          Show on the dashboard again
        </Button>
      }
    >
      These steps are no longer on the dashboard. Bring them back when you have time for them.
    </Section>
  )
}

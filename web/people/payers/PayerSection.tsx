// No dialog in this file is about a patient.
import { Button, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Payer, payerKindNames } from '../../../contract/people/payers.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { AddPayerDialog, EditPayerDialog } from './PayerDialogs.tsx'
import classes from './Payers.module.css'
import { payersQuery, usePayerActions } from './queries.ts'

/** The payers that patients can have coverage of, in the settings. */
export function PayerSection() {
  const payers = useQuery(payersQuery)
  const { retire } = usePayerActions()
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Payer>()
  const [leaving, setLeaving] = useState<Payer>()
  const latest = editing && payers.data?.find(({ id }) => id === editing.id)
  return (
    <div className={classes.place}>
      <Section
        title="Payers"
        description="Insurers, public schemes, employers and charities that pay for patients."
        action={
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            Add Payer
          </Button>
        }
      >
        <Loaded query={payers} failed="The payers could not be loaded" loading={<Skeleton h={40} />}>
          {(listed) =>
            listed.length === 0 ? (
              <Text c="dimmed">No payers yet.</Text>
            ) : (
              <ul className={classes.list} aria-label="Payers">
                {listed.map((payer) => (
                  <li key={payer.id}>
                    <span className={classes.name}>
                      <bdi>{payer.name}</bdi>
                      <Text size="xs" c="dimmed">
                        {payerKindNames[payer.kind]}
                      </Text>
                    </span>
                    <span className={classes.actions}>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Edit ${payer.name}`}
                        onClick={() => setEditing(payer)}
                      >
                        Edit
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Retire ${payer.name}`}
                        onClick={() => setLeaving(payer)}
                      >
                        Retire
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
      {isAdding && <AddPayerDialog onClose={() => setAdding(false)} />}
      {editing && (
        <EditPayerDialog
          latest={latest ?? editing}
          isRetired={payers.data !== undefined && !latest}
          onClose={() => setEditing(undefined)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          onClose={() => setLeaving(undefined)}
          title="Retire this payer?"
          confirmLabel={`Retire ${leaving.name}`}
          busyLabel="Retiring…"
          onConfirm={async () => {
            await retire(leaving).catch((error: unknown) => {
              throw new Error(refusedAct(error, 'Not retired'), { cause: error })
            })
            setLeaving(undefined)
            toast.success(`${leaving.name} retired`)
          }}
        >
          <bdi>{leaving.name}</bdi> can no longer be chosen. Patients keep the coverage that they have.
        </ConfirmDialog>
      )}
    </div>
  )
}

// No dialog in this file is about a patient.
import { Button, Skeleton, Text } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkDigitNames, exampleOf } from '../../../contract/people/identifier-rules.ts'
import { type IdentifierSystem, identifierKindNames } from '../../../contract/people/identifier-systems.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { identifierSystemsQuery, useSystemActions } from './queries.ts'
import classes from './SystemsSection.module.css'

const AddSystemDialog = late(() => import('./SystemDialogs.tsx'), 'AddSystemDialog', whileOpen)
const EditSystemDialog = late(() => import('./SystemDialogs.tsx'), 'EditSystemDialog', whileOpen)

function wordsOf({ kind, pattern, checkDigit, isExclusive }: IdentifierSystem): string {
  return [
    identifierKindNames[kind],
    isExclusive ? 'one patient only' : 'can be shared',
    pattern && `e.g. ${exampleOf(pattern)}`,
    checkDigit && checkDigitNames[checkDigit],
  ]
    .filter(Boolean)
    .join(', ')
}

/** The hospital's systems of identifiers, which administrators add, edit and retire. */
export function SystemsSection() {
  const systems = useQuery(identifierSystemsQuery)
  const { edit } = useSystemActions()
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<IdentifierSystem>()
  const [retiring, setRetiring] = useState<IdentifierSystem>()
  const latest = editing && systems.data?.find(({ id }) => id === editing.id)

  async function bringBack(system: IdentifierSystem) {
    try {
      await edit({ isRetired: false }, system)
      toast.success(`${system.name} is in use again`)
    } catch (error) {
      toast.error(refusedAct(error, 'Not changed'))
    }
  }

  return (
    <div className={classes.place}>
      <Section
        title="Identifier Systems"
        description="National numbers, insurance cards, passports and other identifiers that patients are registered with and found by."
        action={
          <Button
            variant="default"
            leftSection={<IconId size={16} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            Add System
          </Button>
        }
      >
        {systems.isError && (
          <p role="alert">The identifier systems could not be loaded. {systems.error.message}</p>
        )}
        {systems.isPending && <Skeleton h={40} />}
        {systems.data?.length === 0 && <Text c="dimmed">No identifier systems yet.</Text>}
        <ul className={classes.list}>
          {systems.data?.map((system) => (
            <li key={system.id}>
              <span>
                <bdi>{system.name}</bdi>
                {system.isRetired && ' (retired)'}
                <Text size="xs" c="dimmed">
                  <bdi>{wordsOf(system)}</bdi>
                </Text>
              </span>
              <span className={classes.acts}>
                {system.isRetired ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Use ${system.name} again`}
                    onClick={() => void bringBack(system)}
                  >
                    Use again
                  </Button>
                ) : (
                  <>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Edit ${system.name}`}
                      onClick={() => setEditing(system)}
                    >
                      Edit
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Retire ${system.name}`}
                      onClick={() => setRetiring(system)}
                    >
                      Retire
                    </Button>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {isAdding && <AddSystemDialog onClose={() => setAdding(false)} />}
      {editing && <EditSystemDialog latest={latest ?? editing} onClose={() => setEditing(undefined)} />}
      {retiring && (
        <ConfirmDialog
          onClose={() => setRetiring(undefined)}
          title={`Retire ${retiring.name}?`}
          confirmLabel={`Retire ${retiring.name}`}
          busyLabel="Retiring…"
          onConfirm={async () => {
            await edit({ isRetired: true }, retiring).catch((error: unknown) => {
              throw new Error(refusedAct(error, 'Not retired'), { cause: error })
            })
            setRetiring(undefined)
            toast.success(`${retiring.name} retired`)
          }}
        >
          Forms no longer ask for it. Patients keep the identifiers that they have, and are still found by
          them.
        </ConfirmDialog>
      )}
    </div>
  )
}

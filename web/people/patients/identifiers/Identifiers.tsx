import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PatientIdentifier } from '../../../../contract/people/identifiers.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import classes from './Identifiers.module.css'
import { ListPlace } from './ListPlace.tsx'
import { identifiersQuery } from './queries.ts'

const AddIdentifierDialog = late(() => import('./IdentifierDialogs.tsx'), 'AddIdentifierDialog', whileOpen)
const CorrectIdentifierDialog = late(
  () => import('./IdentifierDialogs.tsx'),
  'CorrectIdentifierDialog',
  whileOpen,
)
const EndIdentifierDialog = late(() => import('./IdentifierDialogs.tsx'), 'EndIdentifierDialog', whileOpen)

/** A patient's identifiers in the hospital's systems; nothing where it never had one. */
export function Identifiers({ patient, isReadOnly = false }: { patient: Patient; isReadOnly?: boolean }) {
  return useSite().identifierFields === null ? null : <Listed patient={patient} isReadOnly={isReadOnly} />
}

function Listed({ patient, isReadOnly }: { patient: Patient; isReadOnly: boolean }) {
  const { timeZone, identifierFields } = useSite()
  const mayEdit = useMay()('patient.edit') && !isReadOnly
  const identifiers = useQuery(identifiersQuery(patient.id))
  const [isAdding, setAdding] = useState(false)
  const [showsEnded, setShowsEnded] = useState(false)
  const [correcting, setCorrecting] = useState<PatientIdentifier>()
  const [ending, setEnding] = useState<PatientIdentifier>()
  if (identifiers.isPending) return <ListPlace />
  const held = identifiers.data?.filter(({ ended }) => !ended) ?? []
  const ended = identifiers.data?.filter((one) => one.ended) ?? []
  const latest = correcting && identifiers.data?.find(({ id }) => id === correcting.id)

  return (
    <div className={classes.place}>
      <Section
        title="Identifiers"
        action={
          mayEdit &&
          Boolean(identifierFields) && (
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              Add Identifier
            </Button>
          )
        }
      >
        {identifiers.isError && (
          <p role="alert">The identifiers could not be loaded. {identifiers.error.message}</p>
        )}
        {identifiers.data && held.length === 0 && <Text c="dimmed">None recorded</Text>}
        <ul className={classes.list}>
          {held.map((one) => (
            <li key={one.id}>
              <Named identifier={one} />
              {mayEdit && (
                <span className={classes.acts}>
                  <RowButton verb="Correct" of={one.system} onClick={() => setCorrecting(one)} />
                  <RowButton verb="End" of={one.system} onClick={() => setEnding(one)} />
                </span>
              )}
            </li>
          ))}
          {showsEnded &&
            ended.map((one) => (
              <li key={one.id}>
                <span>
                  <Named identifier={one} />
                  {one.ended && (
                    <Text size="xs" c="dimmed">
                      Ended {formatMoment(one.ended.at, timeZone)}
                      {one.ended.by && (
                        <>
                          {' '}
                          by <bdi>{one.ended.by}</bdi>
                        </>
                      )}
                      : <bdi>{one.ended.reason}</bdi>
                    </Text>
                  )}
                </span>
              </li>
            ))}
        </ul>
        {ended.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={showsEnded}
            className={classes.more}
            onClick={() => setShowsEnded(!showsEnded)}
          >
            {showsEnded ? 'Hide ended' : `Show ${ended.length} ended`}
          </Button>
        )}
      </Section>
      {isAdding && <AddIdentifierDialog patient={patient} onClose={() => setAdding(false)} />}
      {correcting && (
        <CorrectIdentifierDialog
          patient={patient}
          latest={latest ?? correcting}
          onClose={() => setCorrecting(undefined)}
        />
      )}
      {ending && (
        <EndIdentifierDialog patient={patient} identifier={ending} onClose={() => setEnding(undefined)} />
      )}
    </div>
  )
}

function RowButton({ verb, of, onClick }: { verb: string; of: string; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="subtle" aria-label={`${verb} ${of}`} onClick={onClick}>
      {verb}
    </Button>
  )
}

function Named({ identifier: { system, value } }: { identifier: PatientIdentifier }) {
  return (
    <span>
      <Text component="span" size="sm" c="dimmed" display="block">
        <bdi>{system}</bdi>
      </Text>
      <bdi>{value}</bdi>
    </span>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Coverage, coverageRankNames, hasExpired } from '../../../../contract/people/coverage.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { payerKindNames } from '../../../../contract/people/payers.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { useMay } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { formatDay } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { StatusBadge, type StatusLook } from '../../../ground/ui/StatusBadge.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import classes from './Coverage.module.css'
import { coverageQuery, useCoverageActions } from './queries.ts'
import { validWords } from './valid-words.ts'

const CoverageDialog = late(() => import('./CoverageDialogs.tsx'), 'CoverageDialog', whileOpen)
const RemoveCoverageDialog = late(() => import('./CoverageDialogs.tsx'), 'RemoveCoverageDialog', whileOpen)

const title = 'Coverage'
const expiredLook: StatusLook = { word: 'Expired', icon: IconCalendarOff, tone: 'amber' }

/** Which payers pay for a patient, by rank; what has expired stands last. */
export function CoverageSection({ patient }: { patient: Patient }) {
  const today = useToday()
  const mayEdit = useMay()('patient.edit')
  const query = useQuery(coverageQuery(patient.id))
  const { remove } = useCoverageActions()
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Coverage>()
  const [removing, setRemoving] = useState<Coverage>()
  return (
    <>
      <Loaded
        query={query}
        failed="The coverage could not be loaded"
        loading={
          <Section title={title}>
            <Skeleton h={64} role="status" aria-label="Loading the coverage" />
          </Section>
        }
      >
        {(all) => (
          <Section
            title={title}
            flush
            action={
              mayEdit && (
                <Button
                  size="compact-md"
                  variant="default"
                  leftSection={<IconPlus size={16} aria-hidden="true" />}
                  onClick={() => setAdding(true)}
                >
                  Add Coverage
                </Button>
              )
            }
          >
            {all.length === 0 && <p className={classes.none}>No coverage recorded</p>}
            <ul className={classes.lines} aria-label={title}>
              {all
                .toSorted((one, other) => Number(hasExpired(one, today)) - Number(hasExpired(other, today)))
                .map((coverage) => (
                  <li key={coverage.id}>
                    <Words coverage={coverage} today={today} />
                    {mayEdit && (
                      <div className={classes.actions}>
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          aria-label={`Edit coverage ${coverage.memberNumber}`}
                          onClick={() => setEditing(coverage)}
                        >
                          Edit
                        </Button>
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          aria-label={`Remove coverage ${coverage.memberNumber}`}
                          onClick={() => setRemoving(coverage)}
                        >
                          Remove
                        </Button>
                      </div>
                    )}
                  </li>
                ))}
            </ul>
          </Section>
        )}
      </Loaded>
      {mayEdit && <CoverageDialog.Ahead />}
      {(isAdding || editing) && (
        <CoverageDialog
          patient={patient}
          all={query.data ?? []}
          editing={editing}
          onClose={() => {
            setAdding(false)
            setEditing(undefined)
          }}
        />
      )}
      {removing && (
        <RemoveCoverageDialog
          patient={patient}
          coverage={removing}
          onRemove={async () => {
            await remove(removing).catch((error: unknown) => {
              throw new Error(refusedAct(error, 'Not removed'), { cause: error })
            })
            setRemoving(undefined)
            toast.success('Coverage removed')
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

function Words({ coverage, today }: { coverage: Coverage; today: string }) {
  const { payerName, payerKind, rank, memberNumber, plan, validFrom } = coverage
  const valid = validWords(coverage)
  return (
    <div className={classes.words}>
      <div>
        <strong>
          <bdi>{payerName}</bdi>
        </strong>{' '}
        {coverageRankNames[rank]}, {payerKindNames[payerKind].toLowerCase()}
      </div>
      <div>
        Member <bdi>{memberNumber}</bdi>
        {plan && (
          <>
            , <bdi>{plan}</bdi>
          </>
        )}
      </div>
      {hasExpired(coverage, today) && <StatusBadge look={expiredLook} />}
      {validFrom && validFrom > today && <div>Not valid before {formatDay(validFrom)}</div>}
      {valid && <div className={classes.quiet}>{valid}</div>}
    </div>
  )
}

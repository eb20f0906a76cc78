import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Patient } from '../../../../contract/people/patients.ts'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import classes from './Merge.module.css'
import { mergesQuery } from './queries.ts'

const UndoMergeDialog = late(() => import('./UndoMergeDialog.tsx'), 'UndoMergeDialog', whileOpen)

/** The records that were merged into a patient's, each with the way back. */
export function MergedFrom({ patient }: { patient: Patient }) {
  const merges = useQuery(mergesQuery(patient.id))
  const mayMerge = useMay()('patient.merge')
  const { timeZone } = useSite()
  const [undoing, setUndoing] = useState<string>()
  const undone = merges.data?.find(({ id }) => id === undoing)
  return (
    <Section title="Merged Records">
      <Loaded
        query={merges}
        failed="The merged records could not be loaded"
        loading={<Skeleton h={48} role="status" aria-label="Loading the merged records" />}
      >
        {(all) =>
          all.map((merge) => (
            <div key={merge.id} className={classes.merged}>
              <p>
                Merged from {merge.mergedMrn} (<bdi>{merge.mergedName}</bdi>) on{' '}
                {formatMoment(merge.mergedAt, timeZone)} by <bdi>{merge.mergedBy}</bdi>
                {merge.countersignedBy && (
                  <>
                    {' '}
                    and <bdi>{merge.countersignedBy}</bdi>
                  </>
                )}
                {merge.reason && (
                  <>
                    . <bdi>{merge.reason}</bdi>
                  </>
                )}
              </p>
              {mayMerge && merge.isLast && (
                <Button
                  size="compact-md"
                  variant="default"
                  leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
                  aria-label={`Undo the merge of ${merge.mergedMrn}`}
                  onClick={() => setUndoing(merge.id)}
                >
                  Undo
                </Button>
              )}
            </div>
          ))
        }
      </Loaded>
      {mayMerge && <UndoMergeDialog.Ahead />}
      {undone && <UndoMergeDialog patient={patient} merge={undone} onClose={() => setUndoing(undefined)} />}
    </Section>
  )
}

import { Alert, Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ImportBatch, RowState } from '../../../../contract/people/imports/imports.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import { countOf } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { kindWords } from '../kind-words.ts'
import { useImportActions } from '../queries.ts'
import { RowList } from '../rows/RowList.tsx'
import { useAct } from './use-act.ts'
import classes from './Work.module.css'

const states: readonly RowState[] = ['REJECTED', 'POSSIBLE', 'KNOWN', 'READY']

/** The third step: what would become of every row. Nothing is added yet. */
export function CheckStep({ batch }: { batch: ImportBatch }) {
  const { counts, mapping } = batch
  const { map, act } = useImportActions()
  const include = useMutation({
    async mutationFn(importsPossible: boolean) {
      if (!mapping) return
      const { version } = await map(batch.id, { ...mapping, importsPossible }, batch.version)
      if (version) await act('check', batch.id)
    },
    onError: (error) => toast.error(refusedAct(error, 'Not changed')),
  })
  const isIncluded = mapping?.importsPossible ?? false
  return (
    <div className={classes.page}>
      {importableOf(batch) === 0 && (
        <Alert color="amber" title="No row can be imported as it is">
          Look at the rows below, then change the columns or correct the file.
        </Alert>
      )}
      {counts.possible > 0 && (
        <Checkbox
          label="Import possible duplicates too"
          description={`${countOf(counts.possible, 'row')} may be somebody who is on record already. Look at them before you tick this; the rows are then checked again.`}
          checked={isIncluded}
          disabled={include.isPending}
          onChange={({ currentTarget }) => include.mutate(currentTarget.checked)}
        />
      )}
      <RowList batch={batch} states={states} />
    </div>
  )
}

/** How many rows an import would add. */
const importableOf = ({ counts, mapping }: ImportBatch) =>
  counts.ready + (mapping?.importsPossible ? counts.possible : 0)

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Starts the import of what is ready. */
export function CommitButton({ batch }: { batch: ImportBatch }) {
  const commit = useAct(batch, 'commit', 'Nothing was imported')
  const count = importableOf(batch)
  if (count === 0) return null
  const { one, many } = kindWords[batch.kind]
  return (
    <Button aria-busy={commit.isPending} onClick={commit.act}>
      {commit.isPending ? 'Starting…' : `Import ${countOf(count, titled(one), titled(many))}`}
    </Button>
  )
}

import { Alert, Button } from '@mantine/core'
import { IconArrowBackUp, IconChecks, IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import { type ImportBatch, mayNow, type RowState } from '../../../../contract/people/imports/imports.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { countOf } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { kindWords } from '../kind-words.ts'
import { RowList } from '../rows/RowList.tsx'
import { useAct } from './use-act.ts'
import classes from './Work.module.css'

const UndoDialog = late(() => import('./UndoDialog.tsx'), 'UndoDialog', whileOpen)

const states: readonly RowState[] = ['IMPORTED', 'REJECTED', 'POSSIBLE', 'KNOWN']
const undoneStates: readonly RowState[] = ['KEPT', 'REMOVED', 'REJECTED', 'KNOWN']

/** The last step, once the server is not at work: what was added, or what was removed again. */
export function ImportedStep({ batch }: { batch: ImportBatch }) {
  const isUndone = batch.state === 'UNDONE'
  return (
    <div className={classes.page}>
      <Result batch={batch} />
      <RowList
        batch={batch}
        states={
          isUndone
            ? undoneStates
            : batch.state === 'STOPPED'
              ? (['IMPORTED', 'READY', ...states.slice(1)] as const)
              : states
        }
      />
    </div>
  )
}

function Result({ batch: { kind, state, counts } }: { batch: ImportBatch }) {
  const { one, many, list, inList, removed, kept } = kindWords[kind]
  const records = (count: number) => countOf(count, one, many)
  if (state === 'STOPPED') {
    return (
      <Alert
        color="amber"
        icon={<IconPlayerPause size={18} aria-hidden="true" />}
        title={`Stopped after ${records(counts.imported)}`}
      >
        Continue where it stopped, or undo what was imported so far. No row is imported twice.
      </Alert>
    )
  }
  if (state === 'UNDONE') {
    return (
      <Alert
        icon={<IconArrowBackUp size={18} aria-hidden="true" />}
        title={`${records(counts.removed)} removed${counts.kept > 0 ? `, ${counts.kept} kept` : ''}`}
      >
        {counts.kept > 0 ? kept : removed}
      </Alert>
    )
  }
  return (
    <Alert icon={<IconChecks size={18} aria-hidden="true" />} title={`${records(counts.imported)} imported`}>
      They are in the <AnchorLink to={list.to}>{list.words}</AnchorLink>
      {inList}.
      {counts.rejected > 0 &&
        ' Correct the rejected rows in the file that you can download, and import it: what is on record is not added again.'}
    </Alert>
  )
}

/** The actions of an import that has added patients. */
export function ImportedActions({ batch }: { batch: ImportBatch }) {
  const [isAsking, setAsking] = useState(false)
  const goOn = useAct(batch, 'commit', 'The import does not go on')
  return (
    <>
      {mayNow('undo', batch.state) && batch.counts.imported > 0 && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          Undo This Import
        </Button>
      )}
      {batch.state === 'STOPPED' && (
        <Button aria-busy={goOn.isPending} onClick={goOn.act}>
          {goOn.isPending ? 'Starting…' : 'Continue Importing'}
        </Button>
      )}
      {isAsking && <UndoDialog batch={batch} onClose={() => setAsking(false)} />}
    </>
  )
}

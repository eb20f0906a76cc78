import { Button, Progress } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type ImportBatch, type ImportState, mayNow } from '../../../../contract/people/imports/imports.ts'
import { hospitalNow } from '../../../ground/sign-in/hospital-clock.ts'
import { formatNumber } from '../../../ground/ui/format.ts'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { isWorking, percentOf, type Start, speedWords } from '../words.ts'
import { useAct } from './use-act.ts'
import classes from './Work.module.css'

const stages: Partial<Record<ImportState, string>> = {
  READING: 'Reading the file',
  CHECKING: 'Checking every row',
  COMMITTING: 'Importing the rows',
  UNDOING: 'Undoing the import',
}

const notes: Partial<Record<ImportState, string>> = {
  CHECKING: 'Nothing is added. You can leave this page: the check goes on.',
  COMMITTING: 'You can leave this page: the import goes on, and others can work meanwhile.',
  UNDOING: 'You can leave this page. What was used since is kept.',
}

/** How far the server is with an import. A screen reader hears the stage only, because figures change twice a second. */
export function Work({ batch }: { batch: ImportBatch }) {
  const stop = useAct(batch, 'stop', 'The import was not stopped')
  const { state, done, total, rows } = batch
  const start = useStart(batch)
  if (!isWorking(state)) return null
  const isCounting = state === 'READING'
  const percent = percentOf(batch)
  return (
    <Progressing
      stage={stages[state] ?? ''}
      percent={isCounting ? null : percent}
      facts={
        isCounting
          ? `${formatNumber(Math.max(done, rows))} rows so far`
          : [`${formatNumber(done)} of ${formatNumber(total)} rows`, speedWords(batch, start, hospitalNow())]
              .filter(Boolean)
              .join(', ')
      }
      note={notes[state]}
      action={
        mayNow('stop', state) && (
          <Button size="compact-sm" variant="default" aria-busy={stop.isPending} onClick={stop.act}>
            {stop.isPending ? 'Stopping…' : 'Stop'}
          </Button>
        )
      }
    />
  )
}

/** How far the work was when this screen saw it first: an import that goes on after a stop doesn’t begin at its first row. */
function useStart({ workedSince, done }: ImportBatch): Start {
  const [start, setStart] = useState<Start & { of: string | null }>({
    of: workedSince,
    done,
    at: hospitalNow(),
  })
  if (start.of !== workedSince) setStart({ of: workedSince, done, at: hospitalNow() })
  return start
}

/** A bar with its words, for what takes a while. */
export function Progressing({
  stage,
  percent,
  facts,
  note,
  action,
}: {
  stage: string
  /** Null while the end is not known. */
  percent: number | null
  facts: string
  note?: string | undefined
  action?: ReactNode
}) {
  return (
    <Section>
      <div className={classes.work}>
        <div className={classes.stage}>
          <span role="status">{stage}</span>
          {percent !== null && <span>{percent}%</span>}
        </div>
        <Progress value={percent ?? 100} animated={percent === null} size="lg" aria-label={stage} />
        <div className={classes.facts}>
          <span>{facts}</span>
          {action}
        </div>
        {note && <div className={classes.facts}>{note}</div>}
      </div>
    </Section>
  )
}

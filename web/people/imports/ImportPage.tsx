// No dialog in this file is about a patient.
import { Alert, Button, Skeleton } from '@mantine/core'
import { IconFileX, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type ImportBatch,
  type ImportState,
  importKindNames,
  mayNow,
} from '../../../contract/people/imports/imports.ts'
import { AnchorLink, BackLink, ButtonLink } from '../../ground/links/links.tsx'
import { refusedAct } from '../../ground/records/failures.ts'
import { RecordPage } from '../../ground/records/Loaded.tsx'
import { MissingRecord } from '../../ground/records/MissingRecord.tsx'
import { useSite } from '../../ground/sign-in/account.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { countOf, formatMoment } from '../../ground/ui/format.ts'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { StatusBadge } from '../../ground/ui/StatusBadge.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { ColumnsStep } from './columns/ColumnsStep.tsx'
import { useUpload } from './file/uploads.ts'
import { importQuery, useImportActions } from './queries.ts'
import { RejectsButton } from './rows/RejectsButton.tsx'
import { type ImportStep, Steps } from './Steps.tsx'
import { importLooks, isWorking } from './words.ts'
import { CheckStep, CommitButton } from './work/CheckStep.tsx'
import { ImportedActions, ImportedStep } from './work/ImportedStep.tsx'
import classes from './work/Work.module.css'
import { Progressing, Work } from './work/Work.tsx'

const route = getRouteApi('/signed-in/shell/imports/$id')

/** One import, at the step that it has reached; and live, so that it can be followed from another screen. */
export function ImportPage() {
  const { id } = route.useParams()
  const batch = useQuery(importQuery(id))
  return (
    <RecordPage
      query={batch}
      failed="This import could not be loaded"
      loading={
        <div role="status" aria-label="Loading the import">
          <Skeleton h={64} w={280} mb="lg" />
          <Skeleton h={420} radius="md" />
        </div>
      }
      missing={
        <MissingRecord title="Import Not Found" icon={IconFileX} list={{ to: '/imports', name: 'Imports' }}>
          This import doesn’t exist. Look for it in the list.
        </MissingRecord>
      }
    >
      {(found) => <Found key={id} batch={found} />}
    </RecordPage>
  )
}

/** The chosen rows and step belong to a state of the import: when it moves on, the address forgets them. */
function useFreshView(state: ImportState) {
  const navigate = route.useNavigate()
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    void navigate({ search: {}, replace: true, resetScroll: false })
  }, [navigate, state])
}

/** Where an import is; one that is checked can go back to its columns. */
function stepOf({ state }: ImportBatch, goesBack: boolean): ImportStep {
  if (state === 'UPLOADING' || state === 'READING' || state === 'UNREADABLE') return 'file'
  if (state === 'READ' || (state === 'CHECKED' && goesBack)) return 'columns'
  return state === 'CHECKING' || state === 'CHECKED' ? 'check' : 'import'
}

function Found({ batch }: { batch: ImportBatch }) {
  const { timeZone } = useSite()
  const { step: asked } = route.useSearch()
  useFreshView(batch.state)
  const { state, fileName, counts, problem, sameFile } = batch
  const step = stepOf(batch, asked === 'columns')
  const isBefore = step === 'file' || step === 'columns' || step === 'check'
  return (
    <>
      <PageHeader
        title={<bdi>{fileName}</bdi>}
        back={<BackLink to="/imports">Imports</BackLink>}
        context={
          <span className={classes.context}>
            <StatusBadge look={importLooks[state]} />
            <span>
              {importKindNames[batch.kind]}, {formatMoment(batch.madeAt, timeZone)}, <bdi>{batch.madeBy}</bdi>
            </span>
          </span>
        }
      >
        {mayNow('discard', state) && <DiscardButton batch={batch} />}
        {counts.rejected > 0 && !batch.areRowsGone && !isWorking(state) && step !== 'columns' && (
          <RejectsButton batch={batch} />
        )}
        {step === 'check' && state === 'CHECKED' && <CommitButton batch={batch} />}
        {step === 'import' && <ImportedActions batch={batch} />}
      </PageHeader>
      <Steps
        at={step}
        isOver={state === 'COMMITTED' || state === 'UNDONE'}
        linked={state === 'CHECKED' ? (step === 'columns' ? 'check' : 'columns') : undefined}
      />
      <div className={classes.page}>
        {isBefore && sameFile && (
          <Alert color="amber" icon={<IconHistory size={18} aria-hidden="true" />}>
            This file was imported on {formatMoment(sameFile.at, timeZone)} by <bdi>{sameFile.by}</bdi>:{' '}
            <AnchorLink to="/imports/$id" params={{ id: sameFile.id }}>
              <bdi>{sameFile.fileName}</bdi>
            </AnchorLink>
          </Alert>
        )}
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {isWorking(state) ? <Work batch={batch} /> : <StepContent batch={batch} step={step} />}
      </div>
    </>
  )
}

function StepContent({ batch, step }: { batch: ImportBatch; step: ImportStep }): ReactNode {
  const { state, mapping } = batch
  if (state === 'DISCARDED') {
    return (
      <Section>
        <EmptyState title="This import was discarded" icon={<IconFileX size={32} stroke={1.5} />} compact>
          Nothing was added, and its rows are deleted.
        </EmptyState>
      </Section>
    )
  }
  if (step === 'file') return <Arriving batch={batch} />
  if (step === 'columns') return mapping && <ColumnsStep batch={{ ...batch, mapping }} />
  return step === 'check' ? <CheckStep batch={batch} /> : <ImportedStep batch={batch} />
}

/** The file on its way to the server, or why it does not get there. */
function Arriving({ batch }: { batch: ImportBatch }) {
  const upload = useUpload(batch.id)
  if (upload && !upload.failure) {
    return (
      <Progressing
        stage="Sending the file"
        percent={upload.percent}
        facts="Keep this window open until the file is sent."
      />
    )
  }
  const isUnreadable = batch.state === 'UNREADABLE'
  return (
    <Section>
      <EmptyState
        title={
          isUnreadable
            ? 'The file can’t be imported'
            : upload
              ? 'The file was not sent completely'
              : 'The file is not here yet'
        }
        icon={<IconFileX size={32} stroke={1.5} />}
        action={
          upload?.retry ? (
            <Button onClick={upload.retry}>Send the Rest</Button>
          ) : (
            <ButtonLink to="/imports/new">Choose a File</ButtonLink>
          )
        }
      >
        {upload?.failure ??
          (isUnreadable
            ? 'Nothing was added. Correct the file, or choose another one.'
            : 'It is being sent from another window, or its window was closed before the end. If so, choose the file again.')}
      </EmptyState>
    </Section>
  )
}

function DiscardButton({ batch }: { batch: ImportBatch }) {
  const navigate = useNavigate()
  const { act } = useImportActions()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Discard
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Discard this import?"
          confirmLabel="Discard import"
          busyLabel="Discarding…"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await act('discard', batch.id).catch((error: unknown) => {
              throw new Error(refusedAct(error, 'Not discarded'), { cause: error })
            })
            setAsking(false)
            toast.success('Import discarded')
            await navigate({ to: '/imports' })
          }}
        >
          {batch.rows > 0
            ? `${countOf(batch.rows, 'row')} are deleted from the server. Nothing was added, and your file stays as it is.`
            : 'Nothing was added.'}
        </ConfirmDialog>
      )}
    </>
  )
}

import { Alert } from '@mantine/core'
import { IconDeviceDesktop, IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import {
  type ImportKind,
  importKindNames,
  importKinds,
  largestImport,
} from '../../../../contract/people/imports/imports.ts'
import { BackLink, ButtonLink } from '../../../ground/links/links.tsx'
import { refusedAct } from '../../../ground/records/failures.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { usePhone } from '../../../ground/ui/use-phone.ts'
import { kindWords } from '../kind-words.ts'
import { SampleFileButton } from '../list/SampleFileButton.tsx'
import { useImportActions } from '../queries.ts'
import { Steps } from '../Steps.tsx'
import type { Sheet } from '../workbook/sheets.ts'
import classes from './File.module.css'
import { csvOf, readFile } from './read-file.ts'
import { SheetPanel } from './SheetPanel.tsx'
import { startUpload } from './uploads.ts'

const route = getRouteApi('/signed-in/shell/imports/new')

/** The first step of an import: what it brings, and its file. */
export function NewImport() {
  const { kind = 'PATIENTS' } = route.useSearch()
  const isPhone = usePhone()
  return (
    <>
      <PageHeader
        title="New Import"
        back={<BackLink to="/imports">Imports</BackLink>}
        context={isPhone ? undefined : 'Records from another system'}
      >
        {!isPhone && <SampleFileButton kind={kind} />}
      </PageHeader>
      {isPhone ? (
        <Section>
          <EmptyState
            title="Start an import at a computer"
            icon={<IconDeviceDesktop size={32} stroke={1.5} />}
            action={
              <ButtonLink to="/imports" variant="default">
                Back to Imports
              </ButtonLink>
            }
          >
            Files are chosen and checked at a larger screen. You can follow an import here.
          </EmptyState>
        </Section>
      ) : (
        <FileStep kind={kind} />
      )}
    </>
  )
}

function FileStep({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate()
  const actions = useImportActions()
  const { sendsMail } = useSite()
  const [workbook, setWorkbook] = useState<{ file: File; sheets: Sheet[] }>()
  const reading = useRef<AbortController>(null)
  useEffect(() => () => reading.current?.abort(), [])

  const send = useMutation({
    async mutationFn({ file, content }: { file: File; content: Blob }) {
      const batch = await actions.start(kind, file.name.slice(-255))
      startUpload(actions, batch.id, content)
      await navigate({ to: '/imports/$id', params: { id: batch.id } })
    },
  })
  const choose = useMutation({
    async mutationFn(file: File) {
      reading.current?.abort()
      reading.current = new AbortController()
      const read = await readFile(file, reading.current.signal)
      if (read.kind === 'csv') return send.mutate({ file, content: file })
      const [only] = read.sheets
      if (only && read.sheets.length === 1 && only.warnings.length === 0)
        return send.mutate({ file, content: csvOf(only) })
      setWorkbook(read)
    },
    onMutate() {
      send.reset()
      setWorkbook(undefined)
    },
  })
  const failure = choose.isError
    ? choose.error.message
    : send.isError
      ? refusedAct(send.error, 'The import was not started')
      : undefined

  return (
    <div className={classes.page}>
      <Steps at="file" />
      <ChoiceBar
        label="What to import"
        value={kind}
        choices={importKinds
          .filter((value) => value !== 'STAFF' || sendsMail)
          .map((value) => ({ value, label: importKindNames[value] }))}
        onChange={(next) => {
          void navigate({ to: '/imports/new', search: { kind: next }, replace: true })
        }}
      />
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <DropPlace
        isBusy={choose.isPending || send.isPending}
        onChoose={(file) => {
          if (!choose.isPending && !send.isPending) choose.mutate(file)
        }}
      />
      {workbook ? (
        <SheetPanel
          key={workbook.file.name + workbook.file.lastModified}
          {...workbook}
          isBusy={send.isPending}
          onUse={(sheet) => send.mutate({ file: workbook.file, content: csvOf(sheet) })}
        />
      ) : (
        <Needs kind={kind} />
      )}
    </div>
  )
}

function DropPlace({ isBusy, onChoose }: { isBusy: boolean; onChoose: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  const hint = useId()
  return (
    <label className={classes.drop} data-over={isOver || undefined} data-busy={isBusy || undefined}>
      <IconFileImport size={32} stroke={1.5} aria-hidden="true" />
      <strong role="status">{isBusy ? 'Reading the file…' : 'Drop a file here, or choose one'}</strong>
      <span className={classes.hint} id={hint}>
        CSV or XLSX, up to {largestImport / 1024 / 1024} MB, with headers in the first row
      </span>
      {/* It lies over the whole place, so that the browser itself takes a file that is dropped. */}
      <input
        type="file"
        className={classes.input}
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label="File"
        aria-describedby={hint}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onChoose(file)
          // Browsers say nothing of a file that was chosen before, which may be another one by now.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

/** Says which columns a file needs, before one is exported from the former system. */
function Needs({ kind }: { kind: ImportKind }) {
  const { required, optional } = kindWords[kind]
  return (
    <Section title="What the File Needs">
      <dl className={classes.needs}>
        <div>
          <dt>Required</dt>
          <dd>{required}</dd>
        </div>
        <div>
          <dt>If you have them</dt>
          <dd>{optional}</dd>
        </div>
        <div>
          <dt>What happens next</dt>
          <dd>
            You say what each column is. Every row is then checked, and nothing is added before you have seen
            the result.
          </dd>
        </div>
      </dl>
    </Section>
  )
}

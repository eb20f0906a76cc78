import { Alert, Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../client/api.ts'
import { newAttemptKey } from '../client/attempt-key.ts'
import { useFormDraft } from '../client/drafts.ts'
import { type ContractForm, useContractForm } from '../client/forms.ts'
import { useMe, useSite } from '../session/account.ts'
import { FormErrors } from '../ui/form/FormErrors.tsx'
import { formatMoment } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'
import classes from './StoreLists.module.css'
import type { EntryValues, StoreListEntry, StoreListKind } from './store-lists.ts'

/** The empty fields above a list. What is typed into them is kept until it was added. */
export function AddEntry({
  kind,
  isNext,
  onAdded,
}: {
  kind: StoreListKind
  /** Another was added just now: the next can be typed at once. */
  isNext: boolean
  onAdded: () => void
}) {
  const me = useMe()
  const queryClient = useQueryClient()
  const attempt = useRef(newAttemptKey())
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: kind.form,
    initialValues: kind.valuesOf(),
    async send(values) {
      const added = await kind.add(values, attempt.current)
      draft.forget()
      await queryClient.invalidateQueries({ queryKey: kind.queryKey })
      toast.success(`${added.name} added`)
      onAdded()
    },
  })
  const draft = useFormDraft(form, me.id, `${kind.thing}:new`)
  return (
    <form onSubmit={onSubmit} noValidate className={classes.add} aria-label={`Add a ${kind.thing}`}>
      <FormProblems summary={summary} />
      <div className={classes.fields}>
        <EntryFields form={form} isFocused={isNext} />
        <Button type="submit" variant="default" className={classes.beside} aria-busy={busy}>
          {busy ? 'Adding…' : `Add ${kind.title}`}
        </Button>
      </div>
    </form>
  )
}

/** Names the draft of an entry's edit. */
export function draftOf(kind: StoreListKind, { id }: StoreListEntry): string {
  return `${kind.thing}:${id}`
}

interface Conflict {
  theirs: StoreListEntry
  by: string | undefined
  at: string | undefined
}

/** An entry's fields in its place in the list. Enter saves; Escape goes back to how it was. */
export function EditEntry({
  kind,
  latest,
  onDone,
}: {
  kind: StoreListKind
  latest: StoreListEntry
  onDone: () => void
}) {
  const me = useMe()
  const { timeZone } = useSite()
  const queryClient = useQueryClient()
  const [initialValues] = useState(() => kind.valuesOf(latest))
  const [conflict, setConflict] = useState<Conflict>()
  const element = useRef<HTMLFormElement>(null)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: kind.form,
    initialValues,
    async send(values) {
      const saved = await kind.edit(latest.id, values)
      await queryClient.invalidateQueries({ queryKey: kind.queryKey })
      leave()
      toast.success(`${saved.name} updated`)
    },
    onFailure(error) {
      if (!(error instanceof ApiError && error.status === 412)) return false
      const current = kind.entry.safeParse(error.problem.current)
      if (!current.success) return false
      const { changedBy, changedAt } = error.problem
      setConflict({ theirs: current.data, by: changedBy, at: changedAt })
      // Who saves again has seen theirs.
      form.setFieldValue('version', current.data.version)
      return true
    },
  })

  const draft = useFormDraft(form, me.id, draftOf(kind, latest))

  function leave() {
    draft.forget()
    onDone()
  }

  // Escape within the edit is the edit's: the dialog around it does not close.
  const escapes = {
    'data-mantine-stop-propagation': 'true',
    onKeyDown: getHotkeyHandler([['Escape', leave]]),
  }

  return (
    <form
      ref={element}
      onSubmit={onSubmit}
      noValidate
      className={classes.edit}
      aria-label={`Edit ${latest.name}`}
    >
      {conflict && (
        <Alert
          color="amber"
          role="alert"
          title={`${conflict.by ?? 'Somebody else'} changed this ${kind.thing}${conflict.at ? ` on ${formatMoment(conflict.at, timeZone)}` : ''}`}
        >
          <p className={classes.theirs}>
            It is now <bdi className={classes.name}>{conflict.theirs.name}</bdi>
            {conflict.theirs.contact && (
              <>
                , <bdi>{conflict.theirs.contact}</bdi>
              </>
            )}
            . What you typed is still here: save again to keep yours.
          </p>
          <Button
            size="compact-sm"
            variant="default"
            {...escapes}
            onClick={() => {
              form.setValues(kind.valuesOf(conflict.theirs))
              setConflict(undefined)
              // The button goes with the notice.
              element.current?.querySelector('input')?.focus()
            }}
          >
            Take theirs
          </Button>
        </Alert>
      )}
      <FormProblems summary={summary} />
      <div className={classes.fields}>
        <EntryFields form={form} isFocused keys={escapes} />
        <div className={classes.beside}>
          <Button variant="default" onClick={leave} {...escapes}>
            Cancel
          </Button>
          <Button type="submit" aria-busy={busy} {...escapes}>
            {busy ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </div>
    </form>
  )
}

function EntryFields({
  form,
  isFocused,
  keys,
}: {
  form: UseFormReturnType<EntryValues>
  /** They have just come, and are typed in next. */
  isFocused: boolean
  /** What keys do in them beside typing. */
  keys?: object
}) {
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) name.current?.select()
  }, [isFocused])
  return (
    <>
      <TextInput
        ref={name}
        label="Name"
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={200}
        errorProps={{ role: 'alert' }}
        {...keys}
        {...form.getInputProps('name')}
      />
      {form.values.contact !== undefined && (
        <TextInput
          label="Contact"
          placeholder="Telephone, e-mail or address"
          autoComplete="off"
          maxLength={500}
          errorProps={{ role: 'alert' }}
          {...keys}
          {...form.getInputProps('contact')}
        />
      )}
    </>
  )
}

/** With so few fields, what is wrong with one stands beside it alone, and the focus goes there. */
function FormProblems({ summary: { problems, attempt } }: { summary: ContractForm<EntryValues>['summary'] }) {
  const fieldId = problems.find((problem) => problem.fieldId)?.fieldId
  useEffect(() => {
    if (attempt > 0 && fieldId) document.getElementById(fieldId)?.focus()
  }, [attempt, fieldId])
  return <FormErrors problems={problems.filter((problem) => !problem.fieldId)} attempt={attempt} />
}

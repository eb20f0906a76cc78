import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import type { FramedForm } from '../../ground/records/form/FormFrame.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { FormErrors } from '../../ground/ui/form/FormErrors.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import classes from './StoreLists.module.css'
import { type EntryValues, entryFields, type StoreListEntry, type StoreListKind } from './store-lists.ts'

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
  const queryClient = useQueryClient()
  const { form, onSubmit, summary, busy, notices } = useNewRecord({
    thing: kind.thing,
    blank: kind.valuesOf,
    schema: kind.form,
    draftKey: `${kind.thing}:new`,
    add: kind.add,
    onAdded(added) {
      applyAnswer(queryClient, added, { [kind.scope]: () => true })
      toast.success(`${added.name} added`)
      onAdded()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className={classes.add} aria-label={`Add a ${kind.thing}`}>
      {notices}
      <FormProblems summary={summary} />
      <div className={classes.fields}>
        <EntryFields form={form} isFocused={isNext} />
        <Button type="submit" variant="default" className={classes.beside} aria-busy={busy}>
          {busy ? 'Adding…' : `Add ${kind.thing}`}
        </Button>
      </div>
    </form>
  )
}

/** Names the draft of an entry's edit. */
export function draftOf(kind: StoreListKind, { id }: StoreListEntry): string {
  return `${kind.thing}:${id}`
}

/** An entry's fields in its place in the list. Enter saves; Escape goes back to how it was. */
export function EditEntry({
  kind,
  latest,
  ended,
  onDone,
}: {
  kind: StoreListKind
  latest: StoreListEntry
  ended: 'deleted' | undefined
  onDone: () => void
}) {
  const queryClient = useQueryClient()
  const edit = useRecordEdit({
    thing: kind.thing,
    latest,
    ended,
    record: kind.entry,
    fields: entryFields,
    schema: kind.form,
    valuesOf: kind.valuesOf,
    draftKey: draftOf(kind, latest),
    save: kind.edit,
    told: ({ name }) => `${name} updated`,
    onSaved(saved) {
      applyAnswer(queryClient, saved, { [kind.scope]: () => true })
      onDone()
    },
  })

  function leave() {
    edit.giveUp()
    onDone()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key is heard from any of its fields
    <form
      onSubmit={edit.onSubmit}
      noValidate
      className={classes.edit}
      aria-label={`Edit ${latest.name}`}
      // Escape within the edit is the edit's: the dialog around it does not close.
      onFocus={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
      onKeyDown={getHotkeyHandler([['Escape', leave]])}
    >
      {edit.notices}
      {edit.warning}
      <FormProblems summary={edit.summary} />
      <div className={classes.fields}>
        <EntryFields form={edit.form} isFocused />
        <div className={classes.beside}>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" aria-busy={edit.busy} disabled={edit.isBlocked}>
            {edit.busy ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </div>
    </form>
  )
}

function EntryFields({
  form,
  isFocused,
}: {
  form: UseFormReturnType<EntryValues>
  /** Whether the fields have just appeared, and take the focus. */
  isFocused: boolean
}) {
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) name.current?.select()
  }, [isFocused])
  return (
    <>
      <TextInput
        ref={name}
        label={entryFields.name.label}
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={200}
        errorProps={{ role: 'alert' }}
        {...form.getInputProps('name')}
      />
      {form.values.contact !== undefined && (
        <TextInput
          label={entryFields.contact.label}
          placeholder="Telephone, e-mail or address"
          autoComplete="off"
          maxLength={500}
          errorProps={{ role: 'alert' }}
          {...form.getInputProps('contact')}
        />
      )}
      {form.values.email !== undefined && (
        <TextInput
          type="email"
          label={entryFields.email.label}
          autoComplete="off"
          maxLength={254}
          errorProps={{ role: 'alert' }}
          {...form.getInputProps('email')}
        />
      )}
    </>
  )
}

/** With so few fields, an error is only shown beside its field, which gets the focus. */
function FormProblems({ summary: { problems, attempt } }: { summary: FramedForm['summary'] }) {
  const fieldId = problems.find((problem) => problem.fieldId)?.fieldId
  useEffect(() => {
    if (attempt > 0 && fieldId) document.getElementById(fieldId)?.focus()
  }, [attempt, fieldId])
  return <FormErrors problems={problems.filter((problem) => !problem.fieldId)} attempt={attempt} />
}

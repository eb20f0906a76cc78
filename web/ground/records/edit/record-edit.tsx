import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../client/api.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { useMe } from '../../sign-in/account.ts'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { toast } from '../../ui/toast.tsx'
import type { FramedForm } from '../form/FormFrame.tsx'
import { typedAlone } from '../form/typed.ts'
import { type Change, type Difference, differencesOf, type RecordFields, typedSince } from './differences.ts'
import { ChangedMeanwhile, ConflictPanel, type EditConflict, EditEnded, type Side } from './EditNotices.tsx'

function sayDone(told: string | { text: string; detail: string }) {
  if (typeof told === 'string') toast.success(told)
  else toast.success(told.text, { detail: told.detail })
}

interface Versioned {
  version: number
  updatedAt?: string
}

export interface RecordEdit<Values extends object> extends FramedForm {
  isBlocked: boolean
  form: UseFormReturnType<Values>
}

/**
 * The edit of a record, from its form to its saving. What is typed is kept as a draft, with the record that it began
 * from (`base`). An untouched form follows the record silently; a touched one says that the record was changed
 * meanwhile, and compares the two field by field, before saving or when the server refuses it (412). What only they
 * changed is taken over, what both changed stays mine until chosen.
 */
export function useRecordEdit<Values extends object, Edited extends Versioned, Body>({
  thing,
  latest,
  ended,
  record,
  fields,
  schema,
  valuesOf,
  draftKey,
  save,
  told,
  stays,
  onSaved,
  onFailure,
}: {
  /** As the notices call it: 'this record' */
  thing: string
  /** The record as it is now. */
  latest: Edited
  /** How it ended when it can't be edited any more: 'deleted'. Told by what the edit began from where that can be replaced. */
  ended?: string | undefined | ((base: Edited) => string | undefined)
  /** Reads the record that comes with a refusal. */
  record: z.ZodType<Edited>
  fields: RecordFields<Values>
  /** Makes what is sent of what is typed. */
  schema: z.ZodType<Body>
  valuesOf: (record: Edited) => Values
  draftKey: string
  /** Sends what was typed, as an edit of `base`. */
  save: (body: Body, base: Edited) => Promise<Edited>
  /** The message after saving: 'Item updated successfully' */
  told: (saved: Edited) => string | { text: string; detail: string }
  /** The message beside 'Nothing changed'. */
  stays?: (saved: Edited) => string
  onSaved: (saved: Edited) => unknown
  /** For every refusal but a conflict; as in useContractForm. */
  onFailure?: (error: Error) => boolean
}): RecordEdit<Values> {
  const me = useMe()
  const [conflict, setConflict] = useState<EditConflict<Values>>()
  const [chosen, setChosen] = useState<Partial<Record<keyof Values, Side>>>({})
  const valuesFrom = (base: Edited): Values & { base: Edited } => ({ ...valuesOf(base), base })
  const [initialValues] = useState(() => valuesFrom(latest))
  const typed = typedAlone(schema)

  const { form, summary, onSubmit, busy } = useContractForm({
    schema: typed,
    initialValues,
    async send(values) {
      const saved = await save(typed.parse(values), values.base)
      const typedMeanwhile = typedSince(fields, { sent: values, now: form.getValues() })
      if (Object.keys(typedMeanwhile).length === 0) draft.forget()
      startFrom(saved, typedMeanwhile)
      const leaving = onSaved(saved)
      // The server writes no new version of what is so already.
      if (saved.version === values.base.version) toast.success('Nothing changed', { detail: stays?.(saved) })
      else sayDone(told(saved))
      await leaving
    },
    onFailure(error) {
      if (error instanceof ApiError && error.status === 412) {
        const theirs = record.safeParse(error.problem.current)
        if (theirs.success) {
          compare(theirs.data, error.problem)
          return true
        }
      }
      return onFailure?.(error) ?? false
    },
  })
  const draft = useFormDraft(form, me.id, draftKey)
  const end = typeof ended === 'function' ? ended(form.values.base) : ended
  const isBehind = latest.version > form.values.base.version && !busy && !end

  // Nothing was typed yet: then the newer record is simply what is edited.
  const isUntouched = isBehind && !form.isDirty()
  useEffect(() => {
    if (isUntouched) startFrom(latest)
  })

  /** @param typed What is laid over the record, and is not saved yet. */
  function startFrom(base: Edited, typed: Partial<Values> = {}) {
    setConflict(undefined)
    form.setInitialValues(valuesFrom(base))
    form.setValues({ ...valuesFrom(base), ...typed })
  }

  function compare(theirs: Edited, { changedBy, changedAt = theirs.updatedAt }: Change = {}) {
    const values = form.getValues()
    const differences = differencesOf(fields, {
      mine: values,
      was: valuesOf(values.base),
      theirs: valuesOf(theirs),
    })
    const takenOver = differences.filter(({ onlyTheirs }) => onlyTheirs)
    form.setInitialValues(valuesFrom(theirs))
    form.setValues({
      ...values,
      ...Object.fromEntries(takenOver.map(({ name, theirs: value }) => [name, value])),
      base: theirs,
    })
    form.clearErrors()
    setChosen({})
    setConflict({ changedBy, changedAt, differences })
  }

  function choose(difference: Difference<Values>, side: Side) {
    setChosen((before) => ({ ...before, [difference.name]: side }))
    form.setValues({ ...form.getValues(), [difference.name]: difference[side] })
  }

  return {
    form,
    summary,
    onSubmit,
    busy,
    giveUp: draft.forget,
    isBlocked: Boolean(end),
    warning: end ? (
      <EditEnded thing={thing} how={end} />
    ) : (
      isBehind &&
      !isUntouched && (
        <ChangedMeanwhile thing={thing} changedAt={latest.updatedAt} onCompare={() => compare(latest)} />
      )
    ),
    notices: (
      <>
        <DraftNotice draft={draft} onStartOver={() => startFrom(latest)} />
        {conflict && !end && (
          <ConflictPanel
            thing={thing}
            fields={fields}
            conflict={conflict}
            chosen={chosen}
            onChoose={choose}
          />
        )}
      </>
    ),
  }
}

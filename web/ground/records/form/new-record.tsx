import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../client/api.ts'
import { newAttemptKey } from '../../client/attempt-key.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { useMe } from '../../sign-in/account.ts'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { toast } from '../../ui/toast.tsx'
import type { FramedForm } from './FormFrame.tsx'
import { typedAlone } from './typed.ts'

export interface NewRecord<Values extends object> extends FramedForm {
  form: UseFormReturnType<Values>
}

/**
 * The form of a new record. What is typed is kept as a draft, with the key of the attempt, so that one form never makes
 * two records however often it is sent.
 */
export function useNewRecord<Values extends object, Body, Added>({
  thing,
  was = 'saved',
  blank,
  schema,
  draftKey,
  add,
  onAdded,
  onFailure,
}: {
  /** 'patient' */
  thing: string
  /** The verb of the message. */
  was?: 'saved' | 'booked'
  blank: () => Values
  /** Makes what is sent of what is typed. */
  schema: z.ZodType<Body>
  draftKey: string
  add: (body: Body, attemptKey: string, values: Values) => Promise<Added>
  onAdded: (added: Added) => unknown
  /** As in useContractForm. */
  onFailure?: (error: Error) => boolean
}): NewRecord<Values> {
  const me = useMe()
  const [initialValues] = useState(() => ({ ...blank(), attemptKey: newAttemptKey() }))
  const typed = typedAlone(schema)

  const { form, summary, onSubmit, busy } = useContractForm<Values & { attemptKey: string }>({
    schema: typed,
    initialValues,
    async send(values) {
      const added = await add(typed.parse(values), values.attemptKey, values)
      draft.forget()
      await onAdded(added)
    },
    onFailure(error) {
      if (error instanceof ApiError && error.problem.code === 'idempotency_key_reused') {
        toast.error(
          `This ${thing} was already ${was}, before your last change to the form. Open it to change it.`,
        )
        return true
      }
      return onFailure?.(error) ?? false
    },
  })
  const draft = useFormDraft(form, me.id, draftKey)

  return {
    form,
    summary,
    onSubmit,
    busy,
    giveUp: draft.forget,
    notices: <DraftNotice draft={draft} onStartOver={() => form.reset()} />,
  }
}

import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { FormErrors, type FormProblem } from '../form/FormErrors.tsx'
import { ToastPlace } from '../toast.tsx'
import classes from './Dialog.module.css'

/** A form in a dialog: what is to be known first, what is wrong, the fields, and the two ways out. */
export function DialogForm({
  id,
  onSubmit,
  summary,
  busy,
  label,
  busyLabel,
  cancelLabel = 'Cancel',
  danger,
  isBlocked = false,
  also,
  onCancel,
  notice,
  children,
}: {
  /** For the `form` attribute of a button outside the form. */
  id?: string | undefined
  onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void
  summary: { problems: FormProblem[]; attempt: number }
  busy: boolean
  /** A verb with its object: 'Discharge Asha Rao' */
  label: ReactNode
  busyLabel: ReactNode
  cancelLabel?: string
  danger?: boolean
  /** It can't be sent any more; `notice` says why. */
  isBlocked?: boolean
  /** Another button that sends the form, by its name. */
  also?: ReactNode
  /** Not there in a form that stands on a page. */
  onCancel?: (() => void) | undefined
  notice?: ReactNode
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  // Focus starts at the first field, or the one marked for it, not at the close button.
  useLayoutEffect(() => {
    if (form.current?.querySelector('[data-autofocus]')) return
    form.current?.querySelector('input, textarea')?.setAttribute('data-autofocus', '')
  }, [])
  // The form was read after its dialog had taken the focus.
  useEffect(() => {
    const dialog = form.current?.closest('[role="dialog"]')
    const { activeElement } = document
    if (dialog?.contains(activeElement) && !form.current?.contains(activeElement)) {
      form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <form ref={form} id={id} onSubmit={onSubmit} noValidate className={classes.form}>
      <div className={classes.body}>
        {notice}
        <FormErrors {...summary} />
        {children}
      </div>
      <div className={classes.foot}>
        <ToastPlace where="dialog" />
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
        )}
        {also}
        <Button
          type="submit"
          {...(danger && { color: 'red' })}
          className={classes.submit}
          aria-busy={busy}
          disabled={isBlocked}
        >
          {busy ? busyLabel : label}
        </Button>
      </div>
    </form>
  )
}

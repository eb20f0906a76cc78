import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormErrors, type FormProblem } from '../../ui/form/FormErrors.tsx'
import classes from './FormFrame.module.css'

/** The parts of a record's form beside its fields. */
export interface FramedForm {
  onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void
  summary: { problems: FormProblem[]; attempt: number }
  busy: boolean
  /** It can't be saved any more. */
  isBlocked?: boolean
  notices: ReactNode
  /** A warning to read before saving, from anywhere in the form. */
  warning?: ReactNode
  /** Forgets what was typed; for the ways out that don't save. */
  giveUp: () => void
}

/** The frame of a record's form: its errors, its side column, and its two buttons. */
export function FormFrame({
  of: { onSubmit, summary, busy, isBlocked = false, notices, warning },
  saveLabel,
  busyLabel = 'Saving...',
  hasNothingToSave,
  closing,
  aside,
  children,
}: {
  of: FramedForm
  saveLabel: string
  busyLabel?: string
  /** Saving is not what comes next. */
  hasNothingToSave?: boolean | undefined
  /** The way out that doesn't save. */
  closing?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <div className={classes.notices}>
        {notices}
        <FormErrors {...summary} />
      </div>
      <div className={classes.columns}>
        <div>
          {children}
          <div className={classes.foot}>
            {warning}
            <div className={classes.actions}>
              <p className={classes.legend}>Fields marked * are required</p>
              {closing}
              <Button
                type="submit"
                variant={hasNothingToSave ? 'default' : 'filled'}
                aria-busy={busy}
                disabled={isBlocked}
              >
                {busy ? busyLabel : saveLabel}
              </Button>
            </div>
          </div>
        </div>
        {aside}
      </div>
    </form>
  )
}

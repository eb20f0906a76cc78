import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../links.tsx'
import { FormErrors, type FormProblem } from '../../ui/form/FormErrors.tsx'
import classes from './PatientForm.module.css'

/** What stands around the fields of a patient form: what is wrong, what is beside it, and the two ways out. */
export function PatientFormFrame({
  onSubmit,
  summary,
  notices,
  warning,
  aside,
  children,
  saveLabel,
  busy,
  blocked,
  onCancel,
}: {
  onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void
  summary: { problems: FormProblem[]; attempt: number }
  notices?: ReactNode
  /** What is to be known before saving, wherever in the form one is. */
  warning?: ReactNode
  aside?: ReactNode
  children: ReactNode
  saveLabel: string
  busy: boolean
  /** It can't be saved any more. */
  blocked?: boolean
  onCancel: () => void
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
              <ButtonLink to="/patients" variant="default" onClick={onCancel}>
                Cancel
              </ButtonLink>
              <Button type="submit" aria-busy={busy} disabled={blocked}>
                {busy ? 'Saving...' : saveLabel}
              </Button>
            </div>
          </div>
        </div>
        {aside}
      </div>
    </form>
  )
}

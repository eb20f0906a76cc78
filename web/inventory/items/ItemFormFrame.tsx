import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../links.tsx'
import { FormErrors, type FormProblem } from '../../ui/form/FormErrors.tsx'
import classes from './ItemForm.module.css'

/** What stands around the fields of an item form: what is wrong, and the two ways out. */
export function ItemFormFrame({
  onSubmit,
  summary,
  notices,
  children,
  saveLabel,
  busy,
  blocked,
  onClose,
}: {
  onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void
  summary: { problems: FormProblem[]; attempt: number }
  notices?: ReactNode
  children: ReactNode
  saveLabel: string
  busy: boolean
  /** It can't be saved any more. */
  blocked?: boolean
  onClose: () => void
}) {
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <div className={classes.notices}>
        {notices}
        <FormErrors {...summary} />
      </div>
      {children}
      <div className={classes.actions}>
        <ButtonLink to="/inventory" variant="default" onClick={onClose}>
          Close
        </ButtonLink>
        <Button type="submit" aria-busy={busy} disabled={blocked}>
          {busy ? 'Saving...' : saveLabel}
        </Button>
      </div>
    </form>
  )
}

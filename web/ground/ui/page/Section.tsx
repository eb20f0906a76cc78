import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Section.module.css'

/** A titled panel of a page. It can take the focus of what was in it and is gone. */
export function Section({
  title,
  description,
  action,
  children,
  flush,
}: {
  title?: ReactNode
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
  /** The content reaches the panel's edges (tables, lists). */
  flush?: boolean
}) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={title ? id : undefined} tabIndex={-1}>
      {(title || action) && (
        <div className={classes.head}>
          <div>
            {title && (
              <Title order={2} size="h3" id={id}>
                {title}
              </Title>
            )}
            {description && <p className={classes.description}>{description}</p>}
          </div>
          {action}
        </div>
      )}
      <div className={flush ? undefined : classes.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}

/** Form fields side by side where there is room: two columns from 560 px of the form's own width. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <div className={classes.grid}>
      <div className={classes.fields}>{children}</div>
    </div>
  )
}

/**
 * A whole row of a FieldGrid. `isAmongFields`: it comes and goes between fields; two fields that stand side by side stay
 * so, and it follows them.
 */
export function WholeRow({ isAmongFields, children }: { isAmongFields?: boolean; children: ReactNode }) {
  return (
    <div className={classes.whole} data-among-fields={isAmongFields}>
      {children}
    </div>
  )
}

import { Alert, Anchor } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './FormErrors.module.css'

export interface FormProblem {
  /** The id of the field's input; none for a problem of the whole form. */
  fieldId?: string | undefined
  message: ReactNode
}

/**
 * The errors of a form: it takes the focus when it appears after an attempt, and each line leads to its field. Errors
 * that come while fields are corrected leave the focus where it is.
 */
export function FormErrors({ problems, attempt }: { problems: readonly FormProblem[]; attempt: number }) {
  const box = useRef<HTMLDivElement>(null)
  const any = problems.length > 0

  const focusedFor = useRef(0)
  useEffect(() => {
    if (!any || attempt === focusedFor.current) return
    focusedFor.current = attempt
    box.current?.focus()
  }, [any, attempt])

  if (!any || attempt === 0) return null
  const [only] = problems
  const title =
    problems.length === 1 && only && !only.fieldId
      ? only.message
      : problems.length === 1
        ? 'One field needs attention'
        : `${problems.length} fields need attention`

  return (
    <Alert ref={box} color="red" role="alert" tabIndex={-1} title={title}>
      {(problems.length > 1 || only?.fieldId) && (
        <ul className={classes.problems}>
          {problems.map((problem, index) => (
            <li key={problem.fieldId ?? index}>
              {problem.fieldId ? (
                <Anchor
                  href={`#${problem.fieldId}`}
                  c="inherit"
                  underline="always"
                  onClick={(event) => {
                    event.preventDefault()
                    const field = problem.fieldId && document.getElementById(problem.fieldId)
                    if (!field) return
                    field.scrollIntoView({ block: 'center' })
                    field.focus()
                  }}
                >
                  {problem.message}
                </Anchor>
              ) : (
                problem.message
              )}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

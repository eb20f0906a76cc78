import { IconCheck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AnchorLink } from '../../ground/links/links.tsx'
import classes from './Steps.module.css'

export const importSteps = ['file', 'columns', 'check', 'import'] as const
export type ImportStep = (typeof importSteps)[number]

const names: Record<ImportStep, { name: string; about: string }> = {
  file: { name: 'File', about: 'Choose it' },
  columns: { name: 'Columns', about: 'Say what each one is' },
  check: { name: 'Check', about: 'Look at every row first' },
  import: { name: 'Import', about: 'Add what is ready' },
}

/** The four steps of an import, and which of them is shown. */
export function Steps({
  at,
  isOver = false,
  linked,
}: {
  at: ImportStep
  /** The last step is done too. */
  isOver?: boolean
  /** A step that can be gone to. */
  linked?: ImportStep | undefined
}) {
  const place = importSteps.indexOf(at) + (isOver ? 1 : 0)
  return (
    <ol className={classes.steps} aria-label="Steps of an import">
      {importSteps.map((step, index) => {
        const { name, about } = names[step]
        return (
          <li
            key={step}
            className={classes.step}
            data-done={index < place || undefined}
            aria-current={index === place ? 'step' : undefined}
          >
            <span className={classes.name}>
              {index < place && <IconCheck size={14} stroke={2.5} aria-hidden="true" />}
              {step === linked ? <StepLink step={step}>{name}</StepLink> : name}
              {index < place && <span className="sr-only">, done</span>}
            </span>
            <span className={classes.about}>{about}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** To the other one of the two steps between which an import goes back and forth. */
function StepLink({ step, children }: { step: ImportStep; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <AnchorLink to={pathname} search={step === 'columns' ? { step } : {}} inherit>
      {children}
    </AnchorLink>
  )
}

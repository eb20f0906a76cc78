import type { ReactNode } from 'react'
import classes from './AboutBox.module.css'

/** The patient or record that a dialog or a field is about. */
export function AboutBox({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={className ? `${classes.about} ${className}` : classes.about}>{children}</div>
}

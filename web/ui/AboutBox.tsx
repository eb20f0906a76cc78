import type { ReactNode } from 'react'
import classes from './AboutBox.module.css'

/** Whom or what a dialog or a field is about. */
export function AboutBox({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={className ? `${classes.about} ${className}` : classes.about}>{children}</div>
}

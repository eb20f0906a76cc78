import { Alert } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** The outcome of a form, in its place; it takes the form's focus. */
export function Outcome({
  title,
  color = 'ink',
  children,
}: {
  title: string
  color?: 'ink' | 'amber'
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert ref={box} color={color} title={title} role="status" tabIndex={-1}>
      {children}
    </Alert>
  )
}

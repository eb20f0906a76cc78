import { Alert } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { AnchorLink } from '../links/links.tsx'

/** What came of a form that is gone: it takes the focus that the form had. */
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

export function BackToSignIn() {
  return <AnchorLink to="/sign-in">Back to sign in</AnchorLink>
}

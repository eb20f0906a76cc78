import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A button that leads to a screen by its address. */
export function AddressLink({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) {
  const router = useRouter()
  return (
    <Button
      component="a"
      href={to}
      variant="default"
      leftSection={icon}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return
        event.preventDefault()
        router.history.push(to)
      }}
    >
      {children}
    </Button>
  )
}

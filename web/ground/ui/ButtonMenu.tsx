import { Menu } from '@mantine/core'
import { type ReactNode, type Ref, useEffect } from 'react'

/**
 * A menu that opens from a button that is already on the screen. One for a whole board or table: one in each of 1,000
 * cards is too slow.
 */
export function ButtonMenu({
  button,
  label,
  onClose,
  children,
}: {
  button: HTMLElement
  label: string
  onClose: () => void
  children: ReactNode
}) {
  useEffect(() => {
    button.setAttribute('aria-expanded', 'true')
    return () => button.setAttribute('aria-expanded', 'false')
  }, [button])

  function close() {
    button.focus()
    onClose()
  }

  return (
    <Menu opened onClose={close} position="bottom-end">
      <Menu.Target>
        <ElementTarget element={button} />
      </Menu.Target>
      <Menu.Dropdown role="menu" aria-label={label}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Hands the button to the menu, as what it opens from. */
function ElementTarget({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useEffect(() => {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }, [element, ref])
  return null
}

import { createContext } from 'react'

/** The key that commands begin with, as it is printed on this machine's keyboard. */
export const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Opens the list of keyboard shortcuts. */
export const OpenShortcuts = createContext<() => void>(() => undefined)

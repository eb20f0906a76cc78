import { createContext } from 'react'

/**
 * Handles a code that is scanned into a search box: opens what the code stands for, and returns the text that was in
 * the box before. Undefined if it is no code.
 */
export type TakeScanned = (typed: string) => string | undefined

export const ScannedContext = createContext<TakeScanned>(() => undefined)

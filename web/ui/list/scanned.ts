import { createContext } from 'react'

/**
 * What a search box does with a code that is scanned into it instead of a text that is looked for: opens what the code
 * stands for, and answers what stood in the box before. Undefined where there is no code. Whoever knows the codes gives it.
 */
export type TakeScanned = (typed: string) => string | undefined

export const ScannedContext = createContext<TakeScanned>(() => undefined)

import { screens } from '../../contract/screens.ts'

const isOfRecord = (path: string) => path.includes('$')
/** Screens for people who are not signed in, or are signing in or out. */
export const isWayIn = (path: string) =>
  /^\/(sign-(in|out|up)|select-role|unauthorized|display)(\/|$)/.test(path)

/** The screens of one record, but for a patient's, whose parts have addresses too. A new noun's are among them. */
export const recordScreens = screens.filter((path) => isOfRecord(path) && !path.startsWith('/patients/'))

const plain = screens.filter((path) => !isOfRecord(path) && !isWayIn(path))

/**
 * The screens of staff that show no single record, beginning with the one on which people start. New screens are
 * included by themselves.
 */
export const staffScreens: readonly string[] = [
  '/dashboard',
  ...plain.filter((path) => path !== '/dashboard'),
]

import { screensOfNouns } from './nouns.ts'

/** The screens that are of no noun, or of several: the settings, and the way in and out. */
const besides = [
  '/select-role',
  '/settings',
  '/settings/hospital',
  '/sign-in',
  '/sign-in/callback',
  '/sign-in/confirm',
  '/sign-in/forgot',
  '/sign-in/locked',
  '/sign-in/reset',
  '/sign-in/second-step',
  '/sign-out',
  '/sign-up',
  '/sign-up/confirm',
  '/unauthorized',
]

/**
 * The addresses of all screens, as the router of the web app has them: the server, which serves one page for all of them,
 * tells by these where there is none.
 */
export const screens: readonly string[] = [...screensOfNouns, ...besides].toSorted()

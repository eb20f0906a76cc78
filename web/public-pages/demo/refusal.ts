import { ApiError } from '../../ground/client/api.ts'
import type { Typed } from './draft.ts'

/** An error of the request: beside its field if it has one, else for the whole form. */
export interface Refused {
  fields: Partial<Record<keyof Typed, string>>
  whole?: string
}

export function refusalOf(error: unknown): Refused {
  if (!(error instanceof ApiError))
    return { fields: {}, whole: 'Your request could not be sent. Try again in a moment.' }
  if (error.status === 0) {
    return {
      fields: {},
      whole: 'Lantern can’t be reached right now. Try again in a moment: nothing is sent twice.',
    }
  }
  const own = byField(error.problem.errors ?? [])
  return Object.keys(own).length > 0 ? { fields: own } : { fields: {}, whole: error.message }
}

const names = ['name', 'hospital', 'email', 'phone', 'message'] as const satisfies readonly (keyof Typed)[]

/** The first message of a field stands. */
export function byField(issues: readonly { path: string; message: string }[]): Refused['fields'] {
  const found: Refused['fields'] = {}
  for (const name of names) {
    const message = issues.find(({ path }) => path === name)?.message
    if (message) found[name] = message
  }
  return found
}

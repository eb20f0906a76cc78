import { queryOptions } from '@tanstack/react-query'
import {
  listOwnSessions,
  type OwnSession,
  type OwnSignIn,
  type Profile,
  readOwnSignIn,
  readProfile,
} from '../../../contract/people/account.ts'
import { api } from '../../ground/client/api.ts'
import { postAuth } from '../../ground/sign-in/auth.ts'

/** Queries of one's own account are read again when the account changed. */
const own = { meta: { isOwnAccount: true } }

export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }): Promise<Profile> => api(readProfile, {}, { signal }),
  ...own,
})

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }): Promise<OwnSession[]> => api(listOwnSessions, {}, { signal }),
  staleTime: 0,
  ...own,
})

export const signInQuery = queryOptions({
  queryKey: ['account', 'sign-in'],
  queryFn: ({ signal }): Promise<OwnSignIn> => api(readOwnSignIn, {}, { signal }),
  ...own,
})

/** @throws ApiError */
export function changePassword(password: string, newPassword: string): Promise<{ ended: number }> {
  return postAuth('change-password', { password, newPassword })
}

interface RecoveryCodes {
  recoveryCodes: string[]
}

/** @throws ApiError */
export function renewRecoveryCodes(password: string): Promise<RecoveryCodes> {
  return postAuth('two-factor/recovery-codes', { password })
}

/** @throws ApiError */
export function disableTwoFactor(password: string): Promise<unknown> {
  return postAuth('two-factor/disable', { password })
}

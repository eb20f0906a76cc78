import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { wordsOfRole } from '../../../contract/people/role-names.ts'
import {
  addRole,
  editRole,
  type HospitalRole,
  listRoles,
  type NewRole,
  type RoleForm,
  retireRole,
} from '../../../contract/people/roles.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'
import { listed } from '../../ground/client/live/record-events.ts'

const byTitle = (one: HospitalRole, other: HospitalRole) =>
  one.title.localeCompare(other.title, 'en', { sensitivity: 'base' })

/** The hospital's own roles in use, by title. */
export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  ...following(['roles'], (options) => api(listRoles, {}, options), listed(byTitle)),
})

const none: readonly HospitalRole[] = []

/** Whether one of these roles is a role of doctors, for administrators. */
export function useHasDoctors(): (names: readonly string[]) => boolean {
  const { data = none } = useQuery(rolesQuery)
  return useCallback(
    (names) =>
      names.some((name) => name === 'doctor' || data.some((own) => own.name === name && own.areDoctors)),
    [data],
  )
}

/** 'Doctor, Ward clerk': the titles of these roles, for administrators. */
export function useRoleWords(): (names: readonly string[]) => string {
  const { data = none } = useQuery(rolesQuery)
  return useCallback(
    (names) => (names.length === 0 ? 'None' : names.map((name) => wordsOfRole(name, data).title).join(', ')),
    [data],
  )
}

/** @throws ApiError */
export function useRoleActions() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const shown = async (answer: Promise<HospitalRole>) => {
      const role = await answer
      applyAnswer(queryClient, role, { roles: () => true })
      return role
    }
    return {
      add: (body: z.output<typeof NewRole>, idempotencyKey: string) =>
        shown(api(addRole, { body }, { idempotencyKey })),
      edit: (body: z.output<typeof RoleForm>, { id, version }: HospitalRole) =>
        shown(api(editRole, { params: { id }, body }, { version })),
      async retire({ id }: HospitalRole) {
        const retired = await api(retireRole, { params: { id } })
        applyAnswer(queryClient, retired, { roles: () => false })
      },
    }
  }, [queryClient])
}

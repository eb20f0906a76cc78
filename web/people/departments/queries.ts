import { queryOptions } from '@tanstack/react-query'
import { type Department, listDepartments } from '../../../contract/people/departments.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

/** The departments by name, with their open clinics and wards. */
export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  ...following(['departments'], (options): Promise<Department[]> => api(listDepartments, {}, options)),
})

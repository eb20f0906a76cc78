import { queryOptions } from '@tanstack/react-query'
import { type Backups, readBackups } from '../../../contract/hospital/backups.ts'
import { type HospitalExport, listHospitalExports } from '../../../contract/hospital/hospital-exports.ts'
import {
  listTimeZones,
  readMailState,
  readSettings,
  readSetup,
  type Settings,
  type Setup,
} from '../../../contract/hospital/settings.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  ...following(['settings'], (options): Promise<Settings> => api(readSettings, {}, options)),
})

/** No row tells when a mail has waited for too long: it is asked for again and again. */
export const mailStateQuery = queryOptions({
  queryKey: ['settings', 'mail'],
  queryFn: ({ signal }) => api(readMailState, {}, { signal }),
  refetchInterval: 60_000,
  gcTime: 0,
})

/** The zones that a hospital can be in. */
export const timeZonesQuery = queryOptions({
  queryKey: ['time-zones'],
  queryFn: ({ signal }) => api(listTimeZones, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The steps of setting up that are left. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  ...following(['setup'], (options): Promise<Setup> => api(readSetup, {}, options)),
})

/** How the backups are doing. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  ...following(['backups'], (options): Promise<Backups> => api(readBackups, {}, options)),
})

/** The last exports of the whole hospital. */
export const hospitalExportsQuery = queryOptions({
  queryKey: ['hospital-exports'],
  ...following(
    ['hospital-exports'],
    (options): Promise<HospitalExport[]> => api(listHospitalExports, {}, options),
  ),
})

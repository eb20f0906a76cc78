import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Patient } from '../../../../contract/people/patients.ts'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { useRecordAccess } from './access.ts'

/** Stands around a restricted record, and says whether it is open to the user. */
export function RestrictedGate({
  patient,
  children,
}: {
  patient: Patient
  children: (access: { isOpen: boolean; until: string | null }) => ReactNode
}) {
  return (
    <Loaded
      query={useRecordAccess(patient.id)}
      failed="Whether this record is open to you could not be loaded"
      loading={<Skeleton h={320} radius="md" />}
    >
      {children}
    </Loaded>
  )
}

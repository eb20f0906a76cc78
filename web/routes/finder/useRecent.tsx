import { IconPackage, IconUser } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useMay, useMe } from '../../ground/sign-in/account.ts'
import { PatientIdentityLine, patientQuery } from '../../people/patients/public.ts'
import { itemQuery } from '../../store/items/public.ts'
import { type Group, type Hit, Named } from './hits.tsx'
import { type Recent, recentOf } from './recent.ts'

const permissions = { patients: 'patient.view', inventory: 'inventory.view' } as const

/**
 * The records opened last, as they are now; those that are gone, or not permitted any more, are left out. Until all are
 * read, their places are kept.
 */
export function useRecent(isWanted: boolean): Group {
  const me = useMe()
  const may = useMay()
  const recent = isWanted ? recentOf(me.id).filter(({ kind }) => may(permissions[kind])) : []
  const ids = (kind: Recent['kind']) => recent.filter((one) => one.kind === kind).map(({ id }) => id)
  const patients = useQueries({ queries: ids('patients').map(patientQuery) })
  const items = useQueries({ queries: ids('inventory').map(itemQuery) })
  if ([...patients, ...items].some(({ isPending }) => isPending)) {
    return { label: 'Recent', hits: [], awaited: recent.map(({ kind }) => kind) }
  }
  const hits = new Map<string, Hit>()
  for (const { data: patient } of patients) {
    if (!patient) continue
    hits.set(patient.id, {
      key: `patient ${patient.id}`,
      icon: IconUser,
      link: linkOptions({ to: '/patients/$id', params: { id: patient.id } }),
      content: <PatientIdentityLine patient={patient} withContact />,
    })
  }
  for (const { data: item } of items) {
    if (!item) continue
    hits.set(item.id, {
      key: `item ${item.id}`,
      icon: IconPackage,
      link: linkOptions({ to: '/inventory/$id', params: { id: item.id } }),
      content: <Named name={item.name} />,
    })
  }
  return { label: 'Recent', hits: recent.flatMap(({ id }) => hits.get(id) ?? []) }
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSite } from '../../ground/sign-in/account.ts'
import { LateChoice } from '../../ground/ui/list/LateChoice.tsx'
import classes from './ClinicChoice.module.css'
import { clinicsQuery } from './queries.ts'

const all = { value: 'all', label: 'All clinics' }

/** Filters a list by clinic; nothing in a hospital that has none. */
export function ClinicChoice({
  chosen,
  onChange,
  onDoctors,
  className = classes.clinic,
  defaultOpened = false,
}: {
  chosen: string | undefined
  onChange: (clinicId: string | undefined) => void
  /** Hears the ids of the chosen clinic's doctors; undefined until they are known. */
  onDoctors?: (doctorIds: readonly string[] | undefined) => void
  className?: string | undefined
  defaultOpened?: boolean
}) {
  const { hasClinics } = useSite()
  const { data } = useQuery({ ...clinicsQuery, enabled: hasClinics })
  const clinics = hasClinics ? data : []
  useEffect(
    () =>
      onDoctors?.(
        clinics && (clinics.find(({ id }) => id === chosen)?.doctors ?? []).map((doctor) => doctor.id),
      ),
    // Without clinics the list is another empty one at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [data, hasClinics, chosen, onDoctors],
  )
  if (!hasClinics && !chosen) return null
  const known = (clinics ?? []).map(({ id, name }) => ({ value: id, label: name }))
  // The address may name a clinic that was closed.
  const isUnknown = chosen && !known.some(({ value }) => value === chosen)
  return (
    <LateChoice
      label="Filter by clinic"
      className={className}
      choices={[all, ...(isUnknown ? [{ value: chosen, label: 'One clinic' }] : []), ...known]}
      value={chosen ?? all.value}
      onChange={(value) => onChange(value === all.value ? undefined : value)}
      defaultOpened={defaultOpened}
    />
  )
}

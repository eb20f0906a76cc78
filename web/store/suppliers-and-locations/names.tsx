import { useQuery } from '@tanstack/react-query'
import { locationsQuery, suppliersQuery } from './queries.ts'

/** Names of entries that are known by their id alone, as a form holds them. */

export function SupplierName({ id }: { id: string }) {
  return nameOf(id, useQuery(suppliersQuery).data)
}

export function LocationName({ id }: { id: string }) {
  return nameOf(id, useQuery(locationsQuery).data)
}

function nameOf(id: string, entries: readonly { id: string; name: string }[] | undefined): string {
  if (!entries) return 'Name not loaded'
  return entries.find((entry) => entry.id === id)?.name ?? 'No longer in the list'
}

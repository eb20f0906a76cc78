import { useQuery } from '@tanstack/react-query'
import { listIdentifiers, type PatientIdentifier } from '../../../../contract/people/identifiers.ts'
import { api } from '../../../ground/client/api.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import type { Fact } from '../../../ground/ui/page/Facts.tsx'

/** A patient's identifiers for paper, with those that ended and why; none in a hospital that keeps none. */
export function useIdentifiersForPrint(id: string): { isLoading: boolean; facts: Fact[] } {
  const { identifierFields, timeZone } = useSite()
  const { data, isLoading, isError } = useQuery({
    queryKey: ['patient-identifiers', 'printed', id],
    queryFn: ({ signal }) => api(listIdentifiers, { params: { id } }, { signal, purpose: 'print' }),
    gcTime: 0,
    enabled: identifierFields !== null,
  })
  if (isError)
    return {
      isLoading,
      facts: [{ label: 'Identifiers', value: 'They could not be loaded when this was printed.' }],
    }
  const words = ({ value, ended }: PatientIdentifier) =>
    ended ? `${value} (ended ${formatMoment(ended.at, timeZone)}: ${ended.reason})` : value
  const bySystem = Map.groupBy(data ?? [], ({ system }) => system)
  const facts = [...bySystem].map(([label, ofSystem]) => ({
    label,
    value: ofSystem.map(words).join('; '),
  }))
  return { isLoading, facts }
}

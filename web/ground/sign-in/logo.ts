import { useQuery } from '@tanstack/react-query'
import { readLogo } from '../../../contract/hospital/hospital.ts'
import { api } from '../client/api.ts'
import { useSite } from './account.ts'

/** The hospital's logo as a data URL; null while it loads, and where there is none. Another picture has another mark. */
export function useLogo(): string | null {
  const { logoMark } = useSite()
  const logo = useQuery({
    queryKey: ['logo', logoMark],
    queryFn: ({ signal }) => api(readLogo, { params: { mark: logoMark ?? '' } }, { signal }),
    enabled: logoMark !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return logoMark === null ? null : (logo.data?.logo ?? null)
}

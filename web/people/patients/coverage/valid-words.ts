import type { Coverage } from '../../../../contract/people/coverage.ts'
import { formatDay } from '../../../ground/ui/format.ts'

/** 'From 1 Jan 2026 to 31 Dec 2026'; null where neither day is known. */
export function validWords({ validFrom, validUntil }: Coverage): string | null {
  if (validFrom && validUntil) return `${formatDay(validFrom)} to ${formatDay(validUntil)}`
  if (validFrom) return `From ${formatDay(validFrom)}`
  return validUntil && `Until ${formatDay(validUntil)}`
}

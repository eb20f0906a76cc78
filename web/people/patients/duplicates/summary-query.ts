import { queryOptions } from '@tanstack/react-query'
import { mostPairsCounted, summarizeDuplicates } from '../../../../contract/people/duplicates/duplicates.ts'
import { api } from '../../../ground/client/api.ts'
import { following } from '../../../ground/client/live/following.ts'
import { formatNumber } from '../../../ground/ui/format.ts'

export const duplicateSummaryQuery = queryOptions({
  queryKey: ['duplicates', 'summary'],
  ...following(['duplicates'], (options) => api(summarizeDuplicates, {}, options)),
})

/** '12', and '1,000+' where counting stopped. */
export function countWords(count: number): string {
  return count >= mostPairsCounted ? `${formatNumber(mostPairsCounted)}+` : formatNumber(count)
}

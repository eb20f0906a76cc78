import {
  type Coverage,
  coverageRankNames,
  hasExpired,
  listCoverage,
} from '../../../../contract/people/coverage.ts'
import { api, type CallOptions } from '../../../ground/client/api.ts'
import type { PageToRead } from '../../../ground/records/print/all-pages.ts'
import type { PrintColumn } from '../../../ground/ui/print/PrintTable.tsx'
import { validWords } from './valid-words.ts'

/** All coverage, for paper. */
export async function readCoverage(id: string, options: CallOptions): Promise<PageToRead<Coverage>> {
  return { items: await api(listCoverage, { params: { id } }, options), nextCursor: null }
}

export function coverageColumns(today: string): readonly PrintColumn<Coverage>[] {
  return [
    { header: 'Payer', cell: ({ payerName }) => <bdi>{payerName}</bdi> },
    { header: 'Rank', cell: ({ rank }) => coverageRankNames[rank] },
    { header: 'Member number', cell: ({ memberNumber }) => <bdi>{memberNumber}</bdi> },
    { header: 'Plan', cell: ({ plan }) => <bdi>{plan}</bdi> },
    {
      header: 'Valid',
      cell: (coverage) =>
        [validWords(coverage), hasExpired(coverage, today) && 'expired'].filter(Boolean).join(', '),
    },
  ]
}

import {
  type Coverage,
  CoverageForm,
  type CoverageRank,
  coverageRankNames,
  coverageRanks,
  endsBeforeStart,
} from '../../../../contract/people/coverage.ts'
import type { RecordFields } from '../../../ground/records/edit/differences.ts'
import { typedForm } from '../../../ground/records/form/typed.ts'
import { dayWords } from '../../../ground/ui/form/typed-day.ts'

/** The form’s values while it is filled in: a day as it is typed, until it is understood. */
export interface CoverageValues {
  payerId: string
  memberNumber: string
  plan: string
  rank: `${CoverageRank}`
  validFrom: string
  validUntil: string
}

export const rankOf = (rank: CoverageValues['rank']) => Number(rank) as CoverageRank

/** @param nameOf The name of a payer. */
export const coverageFields = (nameOf: (payerId: string) => string | undefined) =>
  ({
    payerId: { label: 'Payer', words: nameOf },
    rank: { label: 'Rank', words: (rank) => coverageRankNames[rankOf(rank)] },
    memberNumber: { label: 'Member number' },
    plan: { label: 'Plan' },
    validFrom: { label: 'Valid from', words: dayWords },
    validUntil: { label: 'Valid until', words: dayWords },
  }) satisfies RecordFields<CoverageValues>

/** @param taken The ranks that are taken now: the first that is free is offered. */
export function blankCoverage(taken: readonly CoverageRank[]): CoverageValues {
  const free = coverageRanks.find((rank) => !taken.includes(rank)) ?? 1
  return { payerId: '', memberNumber: '', plan: '', rank: `${free}`, validFrom: '', validUntil: '' }
}

export function coverageValues(coverage: Coverage): CoverageValues {
  return {
    payerId: coverage.payerId,
    memberNumber: coverage.memberNumber,
    plan: coverage.plan ?? '',
    rank: `${coverage.rank}`,
    validFrom: coverage.validFrom ?? '',
    validUntil: coverage.validUntil ?? '',
  }
}

const inOrder = CoverageForm.superRefine(({ validFrom, validUntil }, context) => {
  if (validFrom && validUntil && validUntil < validFrom)
    context.addIssue({ code: 'custom', path: ['validUntil'], message: endsBeforeStart })
})

export const coverageSchema = typedForm(
  inOrder,
  ({ rank, ...values }: CoverageValues) => ({ ...values, rank: rankOf(rank) }),
  ({ validFrom, validUntil }) => [
    ['validFrom', validFrom],
    ['validUntil', validUntil],
  ],
)
